"""`python -m service` is the `unitcost` command."""

import sys

from service.cli.main import main

sys.exit(main())
