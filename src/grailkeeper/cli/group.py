"""Click's group and command, with their headings in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Say = Callable[..., str]


class Formatter(click.HelpFormatter):
    """Help with translated headings."""

    say: Say = staticmethod(lambda key: key)

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:  # noqa: ARG002
        super().write_usage(prog, args, prefix=f"{self.say('help.usage')}: ")

    def write_heading(self, heading: str) -> None:
        headings = {"Options": "help.options", "Commands": "help.commands"}
        super().write_heading(self.say(headings[heading]) if heading in headings else heading)


def _context(say: Say) -> type[click.Context]:
    formatter = type("LanguageFormatter", (Formatter,), {"say": staticmethod(say)})
    return type("LanguageContext", (click.Context,), {"formatter_class": formatter})


class Command(click.Command):
    """A command that says what it is in the reader's language."""

    def __init__(self, name: str, say: Say, **about: Any) -> None:
        super().__init__(name, help=about.pop("help", None) or say(f"help.{name}"), add_help_option=False, **about)
        self.context_class = _context(say)
        self.params.append(_help_option(say))


class Group(click.Group):
    """A group of commands, listed in the order in which they were added."""

    def __init__(self, name: str, say: Say, **about: Any) -> None:
        super().__init__(
            name,
            help=about.pop("help", None) or say(f"help.{name}"),
            add_help_option=False,
            no_args_is_help=True,
            **about,
        )
        self.context_class = _context(say)
        self.params.append(_help_option(say))

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)


def _help_option(say: Say) -> click.Option:
    def show(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()

    return click.Option(
        ["-h", "--help"], is_flag=True, is_eager=True, expose_value=False, callback=show, help=say("help.help")
    )


def argument(name: str, **about: Any) -> click.Argument:
    """An argument, shown in capitals."""
    return click.Argument([name], **about)


def option(*names: str, **about: Any) -> click.Option:
    return click.Option(list(names), **about)


def file_argument(name: str, many: bool = False) -> click.Argument:
    """The path of a file that is read; `-` is standard input."""
    return click.Argument([name], type=click.Path(path_type=Path), nargs=-1 if many else 1, required=True)
