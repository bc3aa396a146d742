"""What the program's own help says, as the reference of the pages of commands."""

from __future__ import annotations

from collections.abc import Iterator

import click

from grailkeeper.cli.group import shown


def reference(group: click.Group, path: str, option: str) -> str:
    """A section for each command, in the order of the help; `option` heads the tables."""
    return "\n\n".join(_sections(group, path, option)) + "\n"


def _sections(group: click.Group, path: str, option: str) -> Iterator[str]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _sections(command, f"{path} {name}", option)
        else:
            yield _section(command, f"{path} {name}", option)


def _section(command: click.Command, path: str, option: str) -> str:
    arguments = [shown(each) for each in command.params if isinstance(each, click.Argument)]
    options = [each for each in command.params if isinstance(each, click.Option) and "--help" not in each.opts]
    parts = [f"### `{' '.join([path, *arguments])}`", command.help or ""]
    if options:
        rows = [f"| `{shown(each)}` | {each.help} |".replace("|", "\\|") for each in options]
        rows = [row.replace("\\| `", "| `", 1).replace("` \\| ", "` | ", 1)[:-2] + "|" for row in rows]
        parts.append("\n".join([f"| {option} | |", "| --- | --- |", *rows]))
    return "\n\n".join(parts)
