"""Click's group and command, with help that is in the reader's language altogether and knows how wide Hangul is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Group as Lines
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from .session import Exit, Session, Stop


class Command(click.Command):
    """A command that says what it is in the reader's language, and prints its own help."""

    def __init__(self, name: str, session: Session, about: str = "", **given: Any) -> None:
        super().__init__(name, help=session.say(f"help.{about or name}"), add_help_option=False, **given)
        self.params.append(_help_option(session))


class Group(click.Group):
    """A group of commands, listed in the order in which they were added; alone it prints its help."""

    def __init__(self, name: str, session: Session, about: str = "", **given: Any) -> None:
        super().__init__(
            name,
            help=session.say(f"help.{about or name}"),
            add_help_option=False,
            no_args_is_help=False,
            invoke_without_command=True,
            callback=lambda **_: _help_if_alone(session),
            **given,
        )
        self.params.append(_help_option(session))

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)


def _help_if_alone(session: Session) -> None:
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        show_help(session, context)
        raise Stop(Exit.USAGE)


def _help_option(session: Session) -> click.Option:
    def show(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            show_help(session, ctx)
            raise Stop(Exit.DONE)

    return click.Option(
        ["-h", "--help"], is_flag=True, is_eager=True, expose_value=False, callback=show, help=session.say("help.help")
    )


def show_help(session: Session, context: click.Context) -> None:
    """How a command is called, what it does, its options, the commands below it."""
    command = context.command
    arguments = [shown(each) for each in command.params if isinstance(each, click.Argument)]
    inner = [session.say("help.usage_command")] if isinstance(command, click.Group) else []
    usage = " ".join([context.command_path, *inner, *arguments, f"[{session.say('help.usage_options')}]"])
    parts: list[Any] = [
        Text.assemble((f"{session.say('help.usage')}: ", "bold"), usage),
        "",
        Text(command.help or ""),
    ]
    options = [each for each in command.params if isinstance(each, click.Option)]
    parts += _section(session.say("help.options"), [(shown(each), each.help or "") for each in options])
    if isinstance(command, click.Group):
        commands = [(name, command.commands[name].help or "") for name in command.list_commands(context)]
        parts += _section(session.say("help.commands"), commands)
    session.out.print(Lines(*parts), width=min(session.out.width, 100))


def _section(title: str, rows: Sequence[tuple[str, str]]) -> list[Any]:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=max(len(name) for name, _ in rows) <= 36, overflow="fold")
    grid.add_column(overflow="fold")
    for name, said in rows:
        grid.add_row(Text(name), Text(said))
    return ["", Text(f"{title}:", style="bold"), Padding(grid, (0, 0, 0, 2))]


def shown(parameter: click.Parameter) -> str:
    """A parameter as it is typed: `JOURNAL`, `[CLAUSE]`, `PATH...`, `--lang ko|en`."""
    if isinstance(parameter, click.Argument):
        name = (parameter.metavar or parameter.human_readable_name) + ("..." if parameter.nargs < 0 else "")
        return name if parameter.required else f"[{name}]"
    assert isinstance(parameter, click.Option)
    names = ", ".join(parameter.opts)
    if parameter.is_flag:
        return names
    kind = parameter.type
    value = "|".join(map(str, kind.choices)) if isinstance(kind, click.Choice) else parameter.metavar or "TEXT"
    return f"{names} {value}"


# The parameters of commands


def argument(session: Session, name: str, **given: Any) -> click.Argument:
    """An argument, called what the reader calls it."""
    return click.Argument([name], metavar=session.say(f"argument.{name}"), **given)


def file_argument(session: Session, name: str, **given: Any) -> click.Argument:
    """The path of a file that is read."""
    return argument(session, name, type=click.Path(path_type=Path), required=True, **given)


def option(
    session: Session, name: str, about: str, *, as_name: str = "", metavar: str = "", **given: Any
) -> click.Option:
    """An option `--name`. `about` is the key of what is said of it, `metavar` that of what its value is."""
    shown = session.say(f"argument.{metavar}") if metavar else None
    return click.Option([f"--{name}", *([as_name] if as_name else [])], help=session.say(about), metavar=shown, **given)


def flag(session: Session, name: str, about: str, as_name: str = "") -> click.Option:
    """An option that is there or not."""
    return option(session, name, about, as_name=as_name, is_flag=True)


def path_option(session: Session, name: str, about: str, **given: Any) -> click.Option:
    """A file or folder to write to."""
    return option(session, name, about, metavar="path", type=click.Path(path_type=Path), default=None, **given)
