"""What the program's own help says, as the reference of docs/commands.md."""

from __future__ import annotations

from collections.abc import Iterator

import click

from grailkeeper.cli.group import shown


def reference(group: click.Group, path: str) -> str:
    """A section for each command, in the order of the help."""
    return "\n\n".join(_sections(group, path)) + "\n"


def _sections(group: click.Group, path: str) -> Iterator[str]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _sections(command, f"{path} {name}")
        else:
            yield _section(command, f"{path} {name}")


def _section(command: click.Command, path: str) -> str:
    arguments = [shown(each) for each in command.params if isinstance(each, click.Argument)]
    options = [each for each in command.params if isinstance(each, click.Option) and "--help" not in each.opts]
    parts = [f"### `{' '.join([path, *arguments])}`", command.help or ""]
    if options:
        rows = [f"| `{shown(each)}` | {each.help} |".replace("|", "\\|") for each in options]
        rows = [row.replace("\\| `", "| `", 1).replace("` \\| ", "` | ", 1)[:-2] + "|" for row in rows]
        parts.append("\n".join(["| option | |", "| --- | --- |", *rows]))
    return "\n\n".join(parts)
