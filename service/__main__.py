"""`python -m service` is the `unitcost` command."""

import sys

from service.cli import main

sys.exit(main())
