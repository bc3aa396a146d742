"""The program `grailkeeper`: finds the reader's language, runs one command, ends with a status that means something."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click
from rich.console import Console

from ..text.language import Language
from . import adjudication, books, cases, journals, keeping, seals, war
from .group import Group
from .session import Exit, Session, Stop

COMMANDS = (books, cases, war, keeping, adjudication, journals, seals)
"""The modules that hold commands, in the order in which help lists them."""


def language_of(arguments: Sequence[str]) -> tuple[Language, list[str]]:
    """The language that `--lang` names, wherever it stands, else that of the locale; and the other arguments."""
    language, rest, walk = None, [], iter(arguments)
    for argument in walk:
        name, _, value = argument.partition("=")
        chosen = (value or next(walk, "")) if name == "--lang" else ""
        if chosen in {each.value for each in Language}:
            language = Language(chosen)
        else:
            rest += [argument, chosen] if chosen else [argument]
    return language or Language.from_locale(os.environ), rest


def program(session: Session) -> Group:
    """The program with all its commands, in the session's language."""
    say = session.say
    group = Group("grailkeeper", say, help=say("help.program"))
    group.params.append(
        click.Option(["--lang"], type=click.Choice([each.value for each in Language]), help=say("help.lang"))
    )
    for module in COMMANDS:
        for command in module.commands(session):
            group.add_command(command)
    return group


def run(arguments: Sequence[str], session: Session) -> Exit:
    """Run one command. Everything that a person can get wrong ends in a sentence, never in a trace."""
    try:
        program(session).main(list(arguments), prog_name="grailkeeper", standalone_mode=False)
    except Stop as stop:
        if stop.sentence:
            session.err.print(stop.sentence, markup=False, highlight=False, soft_wrap=True)
        return stop.status
    except click.exceptions.NoArgsIsHelpError as asked:
        session.line(asked.ctx.get_help())
        return Exit.USAGE
    except click.UsageError as error:
        session.err.print(usage_sentence(session, error), markup=False, highlight=False, soft_wrap=True)
        return Exit.USAGE
    except (click.Abort, KeyboardInterrupt, BrokenPipeError):
        return Exit.WRONG
    return Exit.DONE


def usage_sentence(session: Session, error: click.UsageError) -> str:
    """What was wrong with a command, and where to read how it goes."""
    path = error.ctx.command_path if error.ctx is not None else "grailkeeper"
    values = {"path": path, "param": "", "given": ""}
    if isinstance(error, click.NoSuchOption):
        key, values["given"] = "usage.option", error.option_name
    elif isinstance(error, click.MissingParameter):
        key, values["param"] = "usage.missing", error.param.human_readable_name if error.param is not None else ""
    elif isinstance(error, click.BadParameter):
        key, values["param"] = "usage.bad", error.param.human_readable_name if error.param is not None else ""
    elif error.ctx is not None and isinstance(error.ctx.command, click.Group):
        key = "usage.command"
    else:
        key = "usage.other"
    return session.say(key, **{name: value or "-" for name, value in values.items()})


def main() -> None:
    """The entry point of the installed program."""
    language, arguments = language_of(sys.argv[1:])
    session = Session(language, Console(), Console(stderr=True))
    status = run(arguments, session)
    sys.exit(int(status))
