"""`python -m grailkeeper`."""

from .cli.main import main

main()
