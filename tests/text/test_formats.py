"""What people wrote is shown as they wrote it, in every format, and never becomes markup.

For each format a parser of its own reads the text back into marks and words. A document with a hostile name in
every place must have the very marks that it has with a plain name, and for words the name itself.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.cells import cell_len
from rich.console import Console

from grailkeeper.text import bbcode, board_html, markdown, plain, terminal
from grailkeeper.text.clean import clean
from grailkeeper.text.document import (
    Clause,
    Column,
    Document,
    Emphasis,
    Heading,
    Paragraph,
    Rest,
    Strong,
    Sum,
    SumLine,
    Table,
    Text,
    spans,
)
from grailkeeper.text.language import Language
from grailkeeper.text.layout import sum_table
from grailkeeper.text.links import Links, href

from .sample import named, report

PLAIN_NAME = "이름"
BOOK = "https://example.org/rules"

NASTY = (
    "<script>alert(1)</script>",
    "</p></div></td></table>",
    '" onmouseover="alert(1)',
    "'><img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp; &#60;",
    "[url=javascript:alert(1)]x[/url]",
    "[/b][/quote][/spoiler][/code][/table]",
    "[*] [hr] [b]",
    "[red]빨강[/red] [link=x]",
    "[link](javascript:alert(1)) ![img](x)",
    "<https://example.org> https://example.org www.example.org a@b.co",
    "**굵게** *기울임* __밑줄__ ~~취소~~ ==표시==",
    "`코드` ``` ~~~",
    "```\ncode\n```",
    "# 제목 #",
    "- 목록",
    "+ 목록",
    "* 목록",
    "1. 목록",
    "12) 목록",
    "> 인용",
    "---",
    "===",
    "| a | b |",
    "\\| \\* \\\\",
    "C:\\새 폴더\\",
    "$x$ $$y$$ :smile: @name #12",
    "<!-- 주석 --> <![CDATA[ ]]> <?php",
    "\u202e뒤집힘\u202c \u2066격리\u2069",
    "보\u200b이\u200d지\ufeff않는",
    "\x1b[31m빨강\x1b[0m \x07\x08",
    "두 줄\n\n# 제목\r\n- 목록\u2028끝",
    "\u3164",
    "‘검’",
    "(사야카)",
    "*",
    "_",
    "\\",
    "`",
    "|",
    "[ ]",
    "&",
)
NAMES = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.sampled_from("*_`[]()<>|\\~#&!-+=.:@$/1 \n가‘’A"), min_size=1, max_size=12),
    st.lists(st.sampled_from(NASTY), min_size=2, max_size=3).map("".join),
    st.text(min_size=1),
).filter(lambda name: clean(name).strip() != "")


PATIENT = settings(deadline=None)  # a document with a name in sixty places takes its time on a busy machine

Event = tuple[str, str]


def _merged(events: Iterable[Event]) -> list[Event]:
    """Events in which words that stand side by side are one."""
    merged: list[Event] = []
    for kind, content in events:
        if kind == "text" and merged and merged[-1][0] == "text":
            merged[-1] = ("text", merged[-1][1] + content)
        else:
            merged.append((kind, content))
    return merged


# ---- readers ----


def read_html(text: str) -> list[Event]:
    events: list[Event] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            shown = [(name, "" if name == "href" else value) for name, value in attrs]
            events.append(("open", f"{tag} {shown}"))

        def handle_endtag(self, tag: str) -> None:
            events.append(("close", tag))

        def handle_data(self, data: str) -> None:
            events.append(("text", data))

        def handle_comment(self, data: str) -> None:
            events.append(("comment", data))

        def handle_decl(self, decl: str) -> None:
            events.append(("declaration", decl))

        def handle_pi(self, data: str) -> None:
            events.append(("instruction", data))

    reader = Reader()
    reader.feed(text)
    reader.close()
    return _merged(events)


def read_bbcode(text: str) -> list[Event]:
    pieces = re.split(r"(\[[^\[\]]*\])", text)
    tags = (re.sub(r"\[url=.*\]", "[url]", piece) for piece in pieces)
    return _merged(("tag" if piece.startswith("[") else "text", piece) for piece in tags if piece)


_MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_TAGS = {"<strong>": "strong_open", "</strong>": "strong_close", "<em>": "em_open", "</em>": "em_close"}


def read_markdown(text: str) -> list[Event]:
    return _merged(event for token in _MARKDOWN.parse(text) for event in _markdown_events(token))


def _markdown_events(token: Token) -> list[Event]:
    match token.type:
        case "inline":
            return [event for child in token.children or [] for event in _markdown_events(child)]
        case "text" | "text_special":
            return [("text", token.content)]
        case "code_inline":
            return [("code", "open"), ("text", token.content), ("code", "close")]
        case "html_inline" if token.content in _TAGS:
            return [("mark", _TAGS[token.content])]
        case "html_inline" if token.content in ("<code>", "</code>"):
            return [("code", "close" if "/" in token.content else "open")]
        case "html_block" if token.content.startswith("<details>\n<summary>"):
            summary = re.fullmatch(r"<details>\n<summary>([^<>]*)</summary>\n?", token.content)
            assert summary
            return [("details", "open"), ("text", unescape(summary[1])), ("details", "close")]
        case "html_block" | "html_inline":
            return [("html", token.content)]
        case _:
            return [("mark", token.type)]


def _markdown(document: Document, links: Links = None) -> str:
    return markdown.render(document, links)


def _aligned(document: Document, links: Links = None) -> str:
    return bbcode.render(document, links, bbcode.Tables.ALIGNED)


def _full_width(name: str) -> str:
    return name.replace("[", "［").replace("]", "］")


# ---- properties ----

FORMATS: list[tuple[Callable[[Document, Links], str], Callable[[str], list[Event]], Callable[[str], str]]] = [
    (board_html.render, read_html, str),
    (_markdown, read_markdown, str),
    (bbcode.render, read_bbcode, _full_width),
]


@pytest.mark.parametrize(("render", "read", "shown"), FORMATS, ids=["html", "markdown", "bbcode"])
@pytest.mark.parametrize("links", [None, BOOK])
@PATIENT
@given(name=NAMES)
def test_a_name_is_only_a_name(
    render: Callable[[Document, Links], str],
    read: Callable[[str], list[Event]],
    shown: Callable[[str], str],
    links: Links,
    name: str,
) -> None:
    name = clean(name).strip()
    harmless = read(render(named(PLAIN_NAME), links))
    hostile = read(render(named(name), links))
    assert hostile == [(kind, content.replace(PLAIN_NAME, shown(name))) for kind, content in harmless]


@PATIENT
@given(name=NAMES)
def test_aligned_tables_keep_to_their_block(name: str) -> None:
    def tags(of: str) -> list[Event]:
        return [event for event in read_bbcode(_aligned(named(of))) if event[0] == "tag"]

    assert tags(name) == tags(PLAIN_NAME)


@PATIENT
@given(name=NAMES)
def test_plain_text_has_no_line_too_many(name: str) -> None:
    hostile, harmless = plain.render(named(name)), plain.render(named(PLAIN_NAME))
    assert len(hostile.splitlines()) == len(harmless.splitlines())
    assert hostile.count(clean(name).strip()) >= harmless.count(PLAIN_NAME)


@PATIENT
@given(name=NAMES)
@example("[red]빨강[/red] [link=x]")
def test_the_terminal_prints_names_as_they_are(name: str) -> None:
    name = clean(name).strip()
    printed = terminal.render(named(name), columns=4000)
    assert "\x1b" not in printed
    assume(all(map(cell_len, name)))  # a name of nothing but accents has no column to stand in
    assert printed.count(name) >= terminal.render(named(PLAIN_NAME), columns=4000).count(PLAIN_NAME)


@PATIENT
@given(name=NAMES)
def test_clause_links_stay_addresses(name: str) -> None:
    found = href(BOOK, name)
    assert found is None or re.fullmatch(r"https://example\.org/rules#[A-Za-z0-9%._~-]+", found)


@pytest.mark.parametrize(
    ("links", "address"),
    [
        (None, None),
        (BOOK, f"{BOOK}#C-1.1"),
        (lambda _: None, None),
        (lambda clause: f"/rules/{clause}", "/rules/C-1.1"),
        (lambda _: "javascript:alert(1)", None),
        (lambda _: "JavaScript:alert(1)", None),
        (lambda _: "data:text/html,x", None),
        (lambda _: " javascript:alert(1)", "%20javascript:alert%281%29"),
        (lambda _: 'https://a.b/"><b>[x](y)', "https://a.b/%22%3E%3Cb%3E%5Bx%5D%28y%29"),
    ],
)
def test_href(links: Links, address: str | None) -> None:
    assert href(links, "C-1.1") == address
    assert href(links, "") is None


# ---- each format ----

CELLS = st.text(
    st.one_of(
        st.characters(min_codepoint=0x21, max_codepoint=0x7B),
        st.characters(min_codepoint=ord("가"), max_codepoint=ord("힣")),
        st.sampled_from("ぁア漢（）−"),
    ),
    max_size=12,
)


@given(st.integers(1, 4).flatmap(lambda columns: st.lists(st.tuples(*[CELLS] * columns), min_size=1, max_size=5)))
def test_plain_columns_are_aligned(rows: list[tuple[str, ...]]) -> None:
    columns = tuple(Column(f"열{at}", numeric=at % 2 == 1) for at in range(len(rows[0])))
    table = Table((*columns, Column("|")), tuple((*map(spans, row), spans("|")) for row in rows))
    head, line, *body = plain.table_lines(table)
    assert {cell_len(row[: row.rindex("|")]) for row in (head, *body)} == {cell_len(line) - 1}
    for row, cells in zip(body, rows, strict=True):
        assert row.split() == [*filter(None, cells), "|"]


def test_numbers_stand_on_their_right_edge() -> None:
    table = Table(
        (Column("이름"), Column("값", numeric=True)), ((spans("가"), spans("5")), (spans("나"), spans("−12")))
    )
    assert plain.table_lines(table) == ["이름   값", "----  ---", "가      5", "나    −12"]


ALLOWED = {
    "div": {"lang", "style"},
    "blockquote": {"style"},
    "table": {"style"},
    "th": {"style"},
    "td": {"style"},
    "b": {"style"},
    "a": {"href"},
} | {tag: set[str]() for tag in ("h2", "h3", "h4", "h5", "p", "ul", "ol", "li", "tr", "i", "code", "hr")}


@PATIENT
@given(name=NAMES, language=st.sampled_from(Language))
def test_board_html_has_only_what_editors_keep(name: str, language: Language) -> None:
    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert {key for key, _ in attrs} <= ALLOWED[tag]
            if tag != "hr":
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    for document in (named(name, language), report(language)):
        checker = Checker()
        checker.feed(board_html.render(document, BOOK))
        checker.close()
        assert open_tags == []


def test_red_is_only_for_what_is_not_accepted() -> None:
    made = board_html.render(report(Language.KO))
    assert made.count("color:#") == 1
    assert '<b style="color:#ad1128">받을 수 없습니다</b>' in made


@given(st.integers(), st.integers(), st.sampled_from(Language))
def test_closed_terms_have_always_the_same_words(one: int, other: int, language: Language) -> None:
    def row(value: int) -> tuple[object, ...]:
        return sum_table(Sum((Rest(value),), SumLine("=", "합", "0")), language).rows[0]

    assert (row(one)[:2], row(one)[3:]) == (row(other)[:2], row(other)[3:])


def test_bold_names_keep_their_particles() -> None:
    line = Paragraph(spans(Strong("‘검’"), "을 든 ", Strong("사야카"), "가 ", Emphasis("(웃으며)"), " 섰다."))
    assert markdown.render(Document(Language.KO, "", (line,))) == (
        "<strong>‘검’</strong>을 든 **사야카**가 *(웃으며)* 섰다.\n"
    )


def test_terminals_may_be_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    def printed() -> str:
        console = Console(file=io.StringIO(), force_terminal=True, width=80)
        terminal.print_document(console, report(Language.KO), BOOK)
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue()

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1;31m" in printed()
    assert f"{BOOK}#C-10.1" in printed()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;31m" not in printed()


# ---- the model ----


def test_what_cannot_be_a_document() -> None:
    with pytest.raises(ValueError, match="one line"):
        Sum((Rest(1), Rest(2)), SumLine("=", "합", "3"))
    with pytest.raises(ValueError, match="level"):
        Heading(4, "너무 깊음")
    with pytest.raises(ValueError, match="one cell"):
        Table((Column("하나"),), ((spans("하나"), spans("둘")),))
    with pytest.raises(ValueError, match="one cell"):
        Table((), ())


@given(st.text())
def test_every_string_of_a_document_is_clean(text: str) -> None:
    for made in (
        Text(text).text,
        Clause(text).text,
        Column(text).head,
        Heading(1, text).text,
        SumLine("", text, "").label,
    ):
        assert made == clean(text)
    assert Document(Language.EN, text, ()).title == clean(text)


@pytest.mark.parametrize("document", [Document(Language.EN, "", ()), Document(Language.KO, "", (Paragraph(()),))])
def test_an_empty_document_is_fine(document: Document) -> None:
    for render in (plain.render, markdown.render, bbcode.render, terminal.render):
        assert render(document).strip() == ""
    assert read_html(board_html.render(document))
