"""Stand-alone HTML reports in the look: no network, no script, for one reader in one language."""

from .lines import Chapter, Line, chapters, lines_heard, lines_of
from .pages import battle_page, document_page, story_page
from .pen import About

__all__ = [
    "About",
    "Chapter",
    "Line",
    "battle_page",
    "chapters",
    "document_page",
    "lines_heard",
    "lines_of",
    "story_page",
]
