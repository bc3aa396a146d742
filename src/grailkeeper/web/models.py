"""The tables. Wars are their entries; everything else is who may come, and what is not said yet.

The whole database is the keeper's secret, as a journal file is.
"""

from __future__ import annotations

from django.db import models


class Account(models.Model):
    """Somebody who comes with a name and a password. `folded` is the name as it is looked up.

    `opens`: may open wars of its own.
    """

    name = models.CharField(max_length=40)
    folded = models.CharField(max_length=80, unique=True)
    password = models.CharField(max_length=160)
    opens = models.BooleanField(default=False)
    made_at = models.DateTimeField()


class Login(models.Model):
    """A browser that is logged in. Of its token only the digest is kept."""

    token = models.CharField(max_length=64, unique=True)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="logins")
    device = models.CharField(max_length=200)
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField()


class Tally(models.Model):
    """How often something was tried since a moment: what limits are counted by."""

    what = models.CharField(max_length=120, primary_key=True)
    since = models.DateTimeField()
    count = models.PositiveIntegerField()


class Publishing(models.TextChoices):
    """What becomes of a closed question."""

    DESK = "desk"
    """It waits until the keeper has looked at it."""
    CLEAR = "clear"
    """It is published by itself where nothing is left to be ruled on."""


class Silence(models.TextChoices):
    """What holds for a seat that has sealed nothing when the time is up."""

    RULES = "rules"
    """What the rules say of silence; whoever is excused is waited for like everybody, so that nobody can tell."""
    AT_ONCE = "at_once"
    """What the rules say of silence; whoever is excused is not waited for. Everybody is told of this, since a silent
    seat in a question that closed early is known to be excused."""
    AGENT = "agent"
    """A program answers for it; for whoever is excused as soon as all others have answered."""


class War(models.Model):
    """A war, with where its journal stands. `zone` is the time zone in which it is played; `ended` keeps wars that
    are over from being looked at again and again.

    `publishing` holds for every kind of question but those that `publishing_of` names; `grace` is how many hours a
    question waits longer for the silent; `silence` is what holds for them then.
    """

    key = models.CharField(max_length=40, primary_key=True)
    system = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    number = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    zone = models.CharField(max_length=60, default="Asia/Seoul")
    public = models.BooleanField(default=True)
    publishing = models.CharField(max_length=10, choices=Publishing.choices, default=Publishing.DESK)
    publishing_of = models.JSONField(default=dict)
    grace = models.PositiveIntegerField(default=0)
    silence = models.CharField(max_length=10, choices=Silence.choices, default=Silence.RULES)
    ended = models.BooleanField(default=False)
    made_at = models.DateTimeField()


class Entry(models.Model):
    """A line of a war's journal, byte for byte. Rows are added and never changed: the unique number is the lock."""

    war = models.ForeignKey(War, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    at = models.CharField(max_length=40)
    line = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["war", "number"], name="one_entry_a_number"),)


class Telling(models.Model):
    """What an audience was told, in its own numbers, with the head of its chain after it.

    Made of the entries and written with them, so that a page reads one scene and no more. `entry` is the number of the
    one that tells it, which is the keeper's to know, and `at` when that was written; `kind` is that of the fact, or
    what else is told; `story`: a rewind can undo it; `struck`: one has.
    """

    war = models.ForeignKey(War, on_delete=models.CASCADE, related_name="tellings")
    audience = models.CharField(max_length=60)
    number = models.PositiveIntegerField()
    entry = models.PositiveIntegerField()
    at = models.CharField(max_length=40)
    kind = models.CharField(max_length=60)
    body = models.BinaryField()
    head = models.CharField(max_length=64)
    story = models.BooleanField()
    struck = models.BooleanField(default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["war", "audience", "number"], name="one_telling_a_number"),)
        indexes = (
            models.Index(fields=["war", "audience", "kind", "number"], name="tellings_by_kind"),
            models.Index(fields=["war", "entry"], name="tellings_by_entry"),
        )


class Role(models.TextChoices):
    """As what an account comes to a war."""

    KEEPER = "keeper"
    PLAYER = "player"
    SUBSTITUTE = "substitute"
    """Sits at a player's seat for a time: sees what it sees, and answers what it is asked."""
    READER = "reader"


AT_A_SEAT = (Role.PLAYER, Role.SUBSTITUTE)


class Holding(models.Model):
    """An account's place in a war; `seat` is the key of a player's seat, "" for keepers and readers.

    `until`: when a substitute's place is gone by itself; `battles_seen`: up to which number of the seat's tellings its
    battles were looked at.
    """

    war = models.ForeignKey(War, on_delete=models.CASCADE, related_name="holdings")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="holdings")
    role = models.CharField(max_length=10, choices=Role.choices)
    seat = models.CharField(max_length=60, blank=True)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    battles_seen = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["war", "account", "role", "seat"], name="one_holding_each"),
            models.UniqueConstraint(
                fields=["war", "role", "seat"], condition=~models.Q(seat=""), name="one_of_a_kind_a_seat"
            ),
        )


class AgentSeat(models.Model):
    """A seat that a program holds: it sees what the seat sees, and answers what it is asked.

    Where the seat has a player, the program stands in while that is away: until a moment, or until it is back.
    """

    war = models.ForeignKey(War, on_delete=models.CASCADE, related_name="agents")
    seat = models.CharField(max_length=60)
    agent = models.CharField(max_length=20)
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["war", "seat"], name="one_agent_a_seat"),)


class Excuse(models.Model):
    """A seat that is excused: until a moment, for so many questions, or until it is back. What becomes of its questions
    is the policy's to say (`Silence`).

    `calls` are the questions that were counted, by address.
    """

    war = models.ForeignKey(War, on_delete=models.CASCADE, related_name="excuses")
    seat = models.CharField(max_length=60)
    until = models.DateTimeField(null=True)
    questions = models.PositiveIntegerField(null=True)
    calls = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["war", "seat"], name="one_excuse_a_seat"),)


class Grace(models.Model):
    """The hours that a question was given because somebody was silent when its time was up: once in a place, which is a
    scene or a battle."""

    war = models.ForeignKey(War, on_delete=models.CASCADE, related_name="graces")
    place = models.CharField(max_length=200)
    call = models.CharField(max_length=200)
    hours = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["war", "place"], name="one_grace_a_place"),)


class Invitation(models.Model):
    """A link by which whoever has it may come, once: to a place in a war; back to an account whose password is lost;
    or, where it is for neither, to open wars here. `until`: when it is over; a substitute's place ends with it.

    The token is kept as it is, so that the keeper can copy the link again until it is used. To one place there is one
    link: so nobody can be let in twice, and the keeper sees every way in that is open.
    """

    token = models.CharField(max_length=64, unique=True)
    war = models.ForeignKey(War, null=True, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices, blank=True)
    seat = models.CharField(max_length=60, blank=True)
    account = models.ForeignKey(Account, null=True, on_delete=models.CASCADE, related_name="resets")
    until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["war", "role", "seat"], name="one_link_a_place"),
            models.UniqueConstraint(fields=["account"], name="one_link_an_account"),
        )


class UsedLink(models.Model):
    """That a link was used, by the digest of its token: whoever opens it again is told so, and nothing else."""

    digest = models.CharField(max_length=64, primary_key=True)


class Extension(models.Model):
    """More time for one question than the war's policy gives, and why; the asked are shown both."""

    war = models.ForeignKey(War, on_delete=models.CASCADE, related_name="extensions")
    call = models.CharField(max_length=200)
    hours = models.PositiveIntegerField()
    reason = models.CharField(max_length=1000)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["war", "call"], name="one_extension_a_call"),)


class Draft(models.Model):
    """What a seat has written and not sealed, as it was typed: field by field, right or wrong."""

    war = models.ForeignKey(War, on_delete=models.CASCADE, related_name="drafts")
    seat = models.CharField(max_length=60)
    call = models.CharField(max_length=200)
    whom = models.CharField(max_length=60)
    fields = models.JSONField()
    saved_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["war", "seat", "call", "whom"], name="one_draft_an_ask"),)


class Voice(models.TextChoices):
    """As whom somebody writes."""

    IN = "in"
    """In character: a part of the story."""
    OUT = "out"
    """Out of character: around the table."""


class Post(models.Model):
    """What somebody writes beside what is declared. It is never in the journal and decides nothing.

    `seat` is the writer's, "" for a keeper. Who may read it is fixed when it is written: everybody where `public`,
    else `seats`; keepers always may. A player who sits down later reads what the seat may read.
    """

    war = models.ForeignKey(War, on_delete=models.CASCADE, related_name="posts")
    account = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="posts")
    name = models.CharField(max_length=40)
    seat = models.CharField(max_length=60, blank=True)
    voice = models.CharField(max_length=10, choices=Voice.choices)
    public = models.BooleanField()
    seats = models.JSONField(default=list)
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["war", "at"], name="posts_in_time"),)


class OlderText(models.Model):
    """What a post said before it was edited. Whoever may read the post may read this."""

    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="older")
    text = models.TextField()
    until = models.DateTimeField()
