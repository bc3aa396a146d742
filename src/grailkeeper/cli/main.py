"""The program `grailkeeper`: finds the reader's language, runs one command, ends with a status that means something."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

import click
from rich.console import Console

from ..text.language import Language
from . import adjudication, battle, books, build, cases, journals, keeping, seals, serve, war
from .group import Group, option
from .session import Exit, Refusal, Session, Stop

PROGRAM = "grailkeeper"

COMMANDS = (
    books.commands,
    cases.commands,
    build.commands,
    battle.commands,
    war.commands,
    keeping.commands,
    adjudication.commands,
    keeping.last_commands,
    journals.commands,
    seals.commands,
    serve.commands,
)
"""What makes commands, in the order in which help lists them."""


def language_of(arguments: Sequence[str]) -> tuple[Language, list[str]]:
    """The language that `--lang` names, wherever it stands, else that of the locale; and the other arguments.

    A language that there is not stays, at the front, where it is refused.
    """
    known = {each.value for each in Language}
    language, wrong, rest = Language.from_locale(os.environ), list[str](), list[str]()
    walk = iter(arguments)
    for argument in walk:
        name, equals, value = argument.partition("=")
        if name != "--lang":
            rest.append(argument)
            continue
        chosen = value if equals else next(walk, "")
        if chosen in known:
            language = Language(chosen)
        else:
            wrong = ["--lang", chosen]
    return language, [*wrong, *rest]


def program(session: Session) -> Group:
    """The program with all its commands, in the session's language."""
    group = Group(PROGRAM, session, about="program")
    languages = click.Choice([each.value for each in Language])
    group.params.insert(0, option(session, "lang", "help.lang", type=languages))
    for commands in COMMANDS:
        for command in commands(session):
            group.add_command(command)
    return group


def run(arguments: Sequence[str], session: Session) -> Exit:
    """Run one command. Everything that a person can get wrong ends in a sentence, and so does a fault of ours."""
    try:
        return _run(arguments, session)
    except (click.Abort, KeyboardInterrupt, BrokenPipeError):
        return Exit.STOPPED
    except Exception as error:
        cause = error.__cause__ or error
        session.complain(session.say("cli.fault", what=type(cause).__name__, where=_where(cause)))
        return Exit.FAULT


def _run(arguments: Sequence[str], session: Session) -> Exit:
    try:
        program(session).main(list(arguments), prog_name=PROGRAM, standalone_mode=False)
    except Refusal as refusal:
        session.show_refusal(refusal)
        return refusal.status
    except Stop as stop:
        if stop.sentence:
            session.complain(stop.sentence)
        return stop.status
    except click.UsageError as error:
        session.complain(usage_sentence(session, error))
        return Exit.USAGE
    return Exit.DONE


def _where(error: BaseException) -> str:
    """The place in the program where it failed, for whoever mends it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def usage_sentence(session: Session, error: click.UsageError) -> str:
    """What was wrong with a command, and where to read how it goes."""
    path = error.ctx.command_path if error.ctx is not None else PROGRAM
    named = error.param if isinstance(error, click.BadParameter) else None
    param = "-" if named is None else _called(named)
    if isinstance(error, click.NoSuchOption):
        return session.say("usage.option", path=path, given=error.option_name)
    if isinstance(error, click.MissingParameter):
        return session.say("usage.missing", path=path, param=param)
    if isinstance(error, click.BadParameter):
        choices = [str(each) for each in getattr(named.type, "choices", ())] if named is not None else []
        key = "usage.choice" if choices else "usage.bad"
        return session.say(key, path=path, param=param, accepted=choices or ["-"])
    if isinstance(error, click.BadOptionUsage):
        return session.say("usage.value", path=path, given=error.option_name)
    if error.ctx is not None and isinstance(error.ctx.command, click.Group):
        return session.say("usage.command", path=path)
    return session.say("usage.other", path=path)


def _called(parameter: click.Parameter) -> str:
    """What a parameter is called in help: an option by its name, an argument in the reader's language."""
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return parameter.metavar or parameter.human_readable_name if isinstance(parameter, click.Argument) else "-"


def main() -> None:
    """The entry point of the installed program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    language, arguments = language_of(sys.argv[1:])
    session = Session(language, Console(), Console(stderr=True))
    status = run(arguments, session)
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # who was reading has left; Python must not try again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = Exit.STOPPED
    sys.exit(int(status))
