"""The catalogue: releases of tables, checked whole and indexed for constant-time look-ups."""
