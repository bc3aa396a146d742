"""One report with every kind of block and span, in both languages, and the same with a name in every place."""

from __future__ import annotations

from grailkeeper.text.document import (
    Bullets,
    Clause,
    Code,
    Column,
    Document,
    Emphasis,
    Fold,
    Heading,
    Item,
    Note,
    NoteKind,
    Number,
    Numbered,
    Paragraph,
    Rest,
    Rule,
    Strong,
    Sum,
    SumLine,
    Table,
    prose,
    spans,
)
from grailkeeper.text.language import Language


def report(language: Language) -> Document:
    return _korean() if language is Language.KO else _english()


def _korean() -> Document:
    return Document(
        Language.KO,
        "여덟째 밤의 전투: 세이버 대 랜서",
        (
            *prose("썰물이었다.\n배들은 진흙에 배를 붙이고 누웠다."),
            Paragraph(spans("세이버 팀과 랜서가 백하교에서 만나 전투가 벌어졌습니다. ", Clause("C-10.1"))),
            Heading(1, "결과"),
            Table(
                (
                    Column("팀"),
                    Column("잃은 생명력", numeric=True),
                    Column("남은 생명력", numeric=True),
                    Column("결과"),
                ),
                (
                    (spans(Strong("사야카"), "(세이버)"), spans(Number(-11)), spans(Number(64)), spans(Strong("승"))),
                    (spans("준(랜서)"), spans(Number(-20)), spans(Number(45)), spans("패")),
                ),
            ),
            Heading(2, "판정"),
            Numbered(
                (
                    Item(
                        spans("강타 대 맹공. ", Strong("‘검’"), "을 든 쪽이 이겼습니다."),
                        (
                            Fold(
                                "랜서가 잃은 생명력 9의 풀이",
                                (
                                    Sum(
                                        (
                                            SumLine("", "강타의 등급", "5", "C-11.3", "강타가 맹공을 이깁니다."),
                                            SumLine("+", "진명을 알고 있음", "6", "C-23.11"),
                                            Rest(-2),
                                        ),
                                        SumLine("=", "랜서가 잃은 생명력", "9", "C-12.1"),
                                    ),
                                ),
                            ),
                        ),
                    ),
                    Item(spans("대기 대 대기. 아무 일도 일어나지 않았습니다.")),
                )
            ),
            Heading(3, "적용되지 않은 것"),
            Bullets(
                (
                    Item(spans("상한: 닿지 않았습니다. ", Clause("C-12.4"))),
                    Item(spans("령주: 쓰지 않았습니다."), (Bullets((Item(spans("남은 획 ", Number(3))),)),)),
                )
            ),
            Bullets((Item(spans(Emphasis("백하교"), "의 일은 그곳에 있던 사람만 압니다.")),)),
            Note(NoteKind.TOLD, (Paragraph(spans("마감은 ", Strong("11월 30일(월) 23:00"), "까지입니다.")),)),
            Note(
                NoteKind.CARE,
                (
                    Paragraph(spans("두 번 낸 선언이 있습니다.")),
                    Bullets((Item(spans("나중 것을 받습니다.")), Item(spans("철회하려면 알려 주세요.")))),
                ),
            ),
            Note(NoteKind.BAD, (Paragraph(spans("보구는 한 번만 쓸 수 있습니다. ", Clause("C-11.9"))),)),
            Rule(),
            Paragraph(spans("사슬 머리 ", Code("0416 32a6 f907"))),
        ),
    )


def _english() -> Document:
    return Document(
        Language.EN,
        "The battle of the eighth night: Saber against Lancer",
        (
            *prose("It was low tide.\nThe boats lay down in the mud."),
            Paragraph(spans("Saber and Lancer met on the bridge, and it came to a battle. ", Clause("C-10.1"))),
            Heading(1, "Result"),
            Table(
                (Column("Team"), Column("Health lost", numeric=True), Column("Left", numeric=True), Column("Result")),
                (
                    (spans(Strong("Sayaka"), " (Saber)"), spans(Number(-11)), spans(Number(64)), spans(Strong("won"))),
                    (spans("Jun (Lancer)"), spans(Number(-20)), spans(Number(45)), spans("lost")),
                ),
            ),
            Heading(2, "Judgments"),
            Numbered(
                (
                    Item(
                        spans("Strike against rush. ", Strong("“The sword”"), "s side won."),
                        (
                            Fold(
                                "Why Lancer lost 9 health",
                                (
                                    Sum(
                                        (
                                            SumLine("", "Grade of strike", "5", "C-11.3", "Strike beats rush."),
                                            SumLine("+", "True name known", "6", "C-23.11"),
                                            Rest(-2),
                                        ),
                                        SumLine("=", "Health that Lancer lost", "9", "C-12.1"),
                                    ),
                                ),
                            ),
                        ),
                    ),
                    Item(spans("Wait against wait. Nothing happened.")),
                )
            ),
            Heading(3, "What did not apply"),
            Bullets(
                (
                    Item(spans("The cap: not reached. ", Clause("C-12.4"))),
                    Item(spans("Command spells: none used."), (Bullets((Item(spans("Strokes left: ", Number(3))),)),)),
                )
            ),
            Bullets((Item(spans("Only who was on ", Emphasis("the bridge"), " knows of it.")),)),
            Note(NoteKind.TOLD, (Paragraph(spans("Orders close on ", Strong("Monday 30 November, 23:00"), ".")),)),
            Note(
                NoteKind.CARE,
                (
                    Paragraph(spans("Two orders were filed.")),
                    Bullets((Item(spans("The later one counts.")), Item(spans("Say so to withdraw it.")))),
                ),
            ),
            Note(NoteKind.BAD, (Paragraph(spans("A noble phantasm is used once. ", Clause("C-11.9"))),)),
            Rule(),
            Paragraph(spans("Head of the chain ", Code("0416 32a6 f907"))),
        ),
    )


def named(name: str, language: Language = Language.KO) -> Document:
    """A document with `name` in every place that a name can come to."""
    line = spans(
        name, Strong(name), "이 ", Emphasis(name), "을 ", Code(name), " ", Clause(name), name, Number(-3), Code(name)
    )
    return Document(
        language,
        name,
        (
            Heading(1, name),
            Heading(3, name),
            Paragraph(line),
            Paragraph(spans(name)),
            Paragraph(spans(Strong(name), Emphasis(name), Strong(name), name)),
            Paragraph(spans(Code(name), Code(name), name, Emphasis(name), Clause(name), Strong(name))),
            Bullets((Item(spans(name), (Paragraph(spans(name)), Numbered((Item(spans(name)),)))), Item(line))),
            Bullets((Item((), (Paragraph(spans(name)),)),)),
            Numbered((Item(spans(name)), Item(line))),
            Rule(),
            Table((Column(name), Column(name, numeric=True)), ((spans(name), line), (spans(Code(name)), spans(name)))),
            Note(NoteKind.BAD, (Paragraph(spans(name)), Table((Column(""),), ((spans(name),),)))),
            Note(NoteKind.TOLD, (Bullets((Item(spans(name)),)),)),
            Fold(name, (Paragraph(spans(name)), Fold(name, (Heading(2, name),)))),
            Sum(
                (SumLine(name, name, name, name, name), SumLine("+", name, name, "", name), Rest(2)),
                SumLine("=", name, name),
            ),
        ),
    )
