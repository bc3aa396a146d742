"""A post as its lines, without what the board, its markup and its readers put around them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..clean import clean

_WIDE = {ord("！") + place: chr(ord("!") + place) for place in range(ord("~") - ord("!") + 1)}
_ALIKE = str.maketrans(
    "　−–—‐‑‒―﹣➖、，﹐⁺﹢➕⇒➔➜➡꞉ː∶",
    " ---------,,,+++→→→→:::",
)


def folded(text: str) -> str:
    """`text` with full-width signs and their like as plain ones, place by place: what is found at a place of the one
    stands at the same place of the other.
    """
    return text if text.isascii() else text.translate(_WIDE).translate(_ALIKE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line with what it says. `depth`: how far it is set in; `ordinal`: its number, where it was numbered.

    `gap`: an empty line or a rule stands before it; `whole`: with its bullet and number. A line of lone marks has
    no text.
    """

    text: str
    depth: int = 0
    ordinal: str = ""
    gap: bool = False
    whole: str = ""

    def saying(self, text: str) -> Line:
        return replace(self, text=text)


@dataclass(frozen=True, slots=True)
class Node:
    """A line with the lines that are set in below it."""

    line: Line
    below: tuple[Node, ...] = ()

    @property
    def text(self) -> str:
        return self.line.text

    @property
    def flat(self) -> str:
        """All of it in one line."""
        return " ".join([self.text, *(node.flat for node in self.below)])

    def all(self) -> Iterator[Node]:
        """It and everything below it, from top to bottom."""
        yield self
        for node in self.below:
            yield from node.all()


def tree(lines: Sequence[Line]) -> tuple[Node, ...]:
    """Lines as the tree that their indentation makes."""
    nodes: list[Node] = []
    at = 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and lines[end].depth > lines[at].depth:
            end += 1
        nodes.append(Node(lines[at], tree(lines[at + 1 : end])))
        at = end
    return tuple(nodes)


def raw_lines(post: str) -> list[str]:
    """The lines of a post as they stand in it, without its markup and its quoting."""
    return [_unquoted(raw) for raw in _unmarked(post).splitlines()]


def says_nothing(raw: str) -> bool:
    """Whether a line is empty or a rule."""
    return _line(raw) is None or _TABLE_RULE.fullmatch(folded(raw)) is not None


def lines_of(raws: Iterable[str]) -> Iterator[Line]:
    """Of the lines of a post those that say something."""
    gap = False
    for raw in raws:
        line = _line(raw)
        if line is None:
            gap = True
        else:
            yield replace(line, gap=gap)
            gap = False


# Markup

_INLINE = "b|i|u|em|strong|span|font|a|code|pre|small|big|sub|sup|mark|center|img|tt|kbd|label|wbr|input|abbr|body|html"
_BLOCKS = "br|p|div|li|tr|h[1-6]|blockquote|ul|ol|dl|dt|dd|table|thead|tbody|tfoot|details|summary|hr|section|article"
_BB = (
    "b|i|u|color|size|font|center|left|right|align|quote|spoiler|hide|code|url|email|indent|table|tr|td|th|ooc|pre"
    "|highlight|h[1-6]|background|bg|note|private|collapse|fold"
)
_DROPPED = re.compile(
    r"<!--.*?-->|<(script|style|head)\b.*?</\1\s*>|\[img[^\]\n]*\].*?\[/img\]"
    r"|\[(s|strike|del)\].*?\[/\2\]|<(s|strike|del)\b[^<>]*>.*?</\3\s*>"  # what its writer struck out is not said
    r"|(?<![\w~])~~(?=[^\s~])[^\n]*?(?<=[^\s~])~~(?![\w~])",
    re.IGNORECASE | re.DOTALL,
)
_CELL_EDGE = re.compile(r"</t[dh]\s*>\s*<t[dh]\b[^<>]*>|\[/t[dh]\]\s*\[t[dh]\]", re.IGNORECASE)
_BREAK = re.compile(rf"</?(?:{_BLOCKS})\b[^<>\n]*>|\[/?(?:list|quote|code|spoiler|tr|hr|\*)[^\[\]\n]*\]", re.IGNORECASE)
_TAG = re.compile(
    rf"</?(?:{_INLINE}|t[dh])\b[^<>\n]*>|\[/?(?:{_BB})(?:[= ][^\[\]\n]*)?\]|\[/?url[^\[\]\n]*\]", re.IGNORECASE
)


def _unmarked(post: str) -> str:
    """Without HTML and BBCode. What is no known tag stays: `[1, 2]` is a list."""
    text = _DROPPED.sub("", post.replace("\r\n", "\n").replace("\r", "\n"))
    text = _BREAK.sub("\n", _CELL_EDGE.sub("\t", text))
    return html.unescape(_TAG.sub("", text))


_EMPHASIS = (
    re.compile(r"(?<![A-Za-z0-9*+])(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s*])\1(?![A-Za-z0-9*])"),
    re.compile(r"(?<!\w)(__)(?=\S)(.+?)(?<=\S)__(?!\w)"),
    re.compile(r"(`+)(?=[^`])(.+?)\1(?!`)"),
    re.compile(r"(\|\|)(?=\S)(.+?)(?<=\S)\|\|"),
)

# Lines

_QUOTED = re.compile(r"[^\S\n]*(?:>>\d+\s*)?(?:(?:>|│|┃|▏)[^\S\n]?)+|[^\S\n]*>>\d+\s*")
_EDGES = re.compile(r"^\s*\||\|\s*$")
_RULE = re.compile(r"[\s|:]*(?:[-=*_~#+.ㅡ━─═┄┈·•⋆☆★♡♥]\s*){3,}[\s|:\-]*|-{1,2}|```.*|~~~.*")
_TABLE_RULE = re.compile(r"[\s|:+─━│┃┼╋├┤┌┐└┘┬┴=-]*")
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")
_SIGNS = "•·∙◦‣▪▫■□◆◇●▶▷►▸☞※★☆✦ㆍ・▣◎❖➤❥♦♠♣◈◉"
_BULLET = re.compile(rf"(?:[-*+–○◯✓✔☑](?=\s)|[{_SIGNS}])\s*(?=\S)")
_ORDINAL = re.compile(r"(\d{1,2})[.)]\s+(?=\S)|([①-⑳])\s*(?=\S)")
_PICTURE = "[\u2190-\u21ff\u2600-\u26ff\u2700-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\U0001fb00-\U0001fbff]"
_PICTURES = re.compile(rf"(?:{_PICTURE}\s*)+(?=\S)|:[a-z0-9_+-]+:\s*(?=\S)")
_URL = r"(?:https?://|www\.)\S+"
_YEAR = r"(?:(?:19|20)\d\d\s*[-./년]\s*)"
_DATE = (
    rf"(?:{_YEAR}\d{{1,2}}\s*[-./월]\s*\d{{1,2}}\s*[.일]?|\d{{1,2}}\s*월\s*\d{{1,2}}\s*일)"
    r"(?:\s*\(?(?:[월화수목금토일](?:요일)?|[A-Za-z]{3,9})\)?)?(?:[\sT,]*\S*\d{1,2}\s*[:시].*)?"
    r"|(?:오전|오후|am|pm)?\s*\d{1,2}:\d{2}(?::\d{2})?\s*(?:am|pm)?"
)
_LABELS = (
    "작성자|글쓴이|닉네임|닉|이름표|날짜|작성일시?|등록일시?|수정일시?|일시|가입일|조회수?|추천수?|비추천수?|좋아요|공감|댓글수?"
    "|덧글|답글|첨부(?:파일)?|글번호|ip|아이피|출처|링크|주소|이메일|서명|신고|공유|인쇄|스크랩|목록|이전 ?글|다음 ?글"
    "|항목|구분|e-?mail|url|author|posted(?: by| on)?|by|date|joined|views?|likes?|repl(?:y|ies)(?: to)?|comments?"
    "|signature|sent from|(?:last )?edited(?: by)?|quote|re|fw|field|item"
)
_FURNITURE = re.compile(rf"{_URL}|{_DATE}|(?:{_LABELS})(?:\s*[:|#].*|\s+\d.*)?", re.IGNORECASE)


def is_furniture(text: str) -> bool:
    """Whether a line is the board's own: who wrote when, how often it was read, a date, an address."""
    return _FURNITURE.fullmatch(folded(text).strip("[]()<> ")) is not None


def _line(raw: str) -> Line | None:
    """One line; None where it says nothing: it is empty or a rule."""
    bare = raw.lstrip()
    columns = len(raw[: len(raw) - len(bare)].expandtabs(4))
    if folded(bare).startswith("|"):
        bare = " \t".join(cell.strip() for cell in _EDGES.sub("", bare).split("|"))
    if "\t" in bare.strip():
        bare = _joined([cell for cell in map(str.strip, bare.split("\t")) if cell])
    text = clean(bare).strip()
    if _RULE.fullmatch(folded(text)):
        return Line("", columns * 2, whole=text) if " " in text else None
    if not text:
        return None
    for emphasis in _EMPHASIS:
        text = emphasis.sub(r"\2", text)
    return _bulleted(text, columns)


def _unquoted(raw: str) -> str:
    quote = _QUOTED.match(folded(raw))
    return raw[quote.end() :] if quote else raw


def _joined(cells: Sequence[str]) -> str:
    """The cells of a row as a line: the first is a name."""
    first, *others = cells
    return f"{first.rstrip(' :')}: {' '.join(others)}" if others else first


def _bulleted(text: str, columns: int) -> Line:
    """A line without its bullets, pictures and number. A bullet sets in a little, less than any blank does."""
    depth, ordinal, whole = columns * 2, "", text
    for _ in range(3):
        heading, bullet = _HEADING.match(text), _BULLET.match(folded(text))
        picture, number = _PICTURES.match(text), _ORDINAL.match(folded(text))
        if heading:
            text = text[heading.end() :]
        elif bullet:
            text, depth = text[bullet.end() :], columns * 2 + 1
        elif number and not ordinal:
            ordinal = number[1] or str(ord(number[2]) - ord("①") + 1)
            text = text[number.end() :]
        elif picture:
            text = text[picture.end() :]
        else:
            break
    return Line(text, depth, ordinal, whole=whole)
