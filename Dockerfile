# The service in a container: `docker build --tag unitcost .`
#
# Where the packages come from is the builder's business: the index settings of pip may be
# passed as build arguments under the names that pip itself reads from the environment. They
# live in the first stage only, so nothing of them is left in the image.

# The digest decides and the tag only explains, so that a later build starts from the same bytes.
# `docker buildx imagetools inspect python:3.13-slim` tells the digest of today.
ARG BASE=python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${BASE} AS build

# The programs that strip the packages below.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils

ARG PIP_INDEX_URL
ARG PIP_EXTRA_INDEX_URL
ARG PIP_TRUSTED_HOST
ARG PIP_NO_CACHE_DIR=1
ARG PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /build
RUN python -m venv /opt/unitcost && python -m venv /opt/tools

# The pinned packages first: they change more rarely than the code.
COPY requirements/build.txt requirements/runtime.txt requirements/
RUN /opt/unitcost/bin/pip install --only-binary :all: --require-hashes -r requirements/runtime.txt \
 && /opt/tools/bin/pip install --only-binary :all: --require-hashes -r requirements/build.txt

# A third of what the packages bring is never read by the service: the symbols that debuggers
# want, the packages' own tests, and the sources of what is compiled. The bytecode stays, since
# without it every start takes twice as long. The libraries in `*.libs` stay as they are:
# `patchelf` has moved their parts about, and stripping may break such a library. Of the invented
# people that litestar may fill tests with, those of one language suffice; pictures are SVG and PNG,
# which need no fonts of printers; and nobody compiles Fortran.
RUN cd /opt/unitcost/lib/python3*/site-packages \
 && find . -name '*.so' -not -path '*.libs/*' -exec strip --strip-unneeded {} + \
 && find . -type d -name tests -prune -exec rm -r {} + \
 && find faker/providers -mindepth 2 -type d -not -name en_US -not -name en -prune -exec rm -r {} + \
 && rm -r numpy/f2py matplotlib/mpl-data/fonts/afm matplotlib/mpl-data/fonts/pdfcorefonts \
      matplotlib/mpl-data/sample_data \
 && find . -type f -regex '.*\.\(a\|c\|h\|pxd\|pyi\|pyx\)' -delete

# Nobody fits constants or holds them against published figures in a container.
COPY pyproject.toml README.md LICENSE ./
COPY pricing pricing
COPY service service
RUN /opt/tools/bin/python -m hatchling build --target wheel --directory dist \
 && /opt/unitcost/bin/pip install --no-index --no-deps dist/*.whl \
 && /opt/unitcost/bin/pip uninstall --yes pip \
 && rm -r /opt/unitcost/lib/python3*/site-packages/pricing/calibration \
      /opt/unitcost/lib/python3*/site-packages/pricing/validation


FROM ${BASE}

# Nothing is installed from here on.
RUN find / -xdev -path '*python*' \( -name 'pip' -o -name 'pip-*' -o -name 'setuptools*' \
    -o -name ensurepip \) -prune -exec rm -rf {} + \
 && rm -f /usr/local/bin/pip* /usr/bin/pip*

COPY --from=build /opt/unitcost /opt/unitcost

ENV PATH=/opt/unitcost/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    HOST=0.0.0.0 \
    MPLCONFIGDIR=/tmp/matplotlib \
    PORT=8000

# A number, so that an orchestrator can see that it is not root.
USER 10001:10001
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=5s --start-period=5s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as http; http.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/health/ready', timeout=4)"]

# No shell in between, so that SIGTERM arrives. The command line reads the CPU limit of the
# container and sets the number of polars' threads from it.
ENTRYPOINT ["python", "-m", "service"]
CMD ["serve"]
