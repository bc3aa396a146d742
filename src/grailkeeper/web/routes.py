"""Every address of the site, with who may come to it."""

from __future__ import annotations

from .gatekeeper import Route, Who
from .pages import account, desk, exports, files, home, keeping, opening, people, record, rules, seat, story, thread

ROUTES = (
    Route("home", "", Who.ANYBODY, home.home),
    Route("static", "static/<str:name>", Who.ANYBODY, files.static),
    Route("prefer", "prefer/", Who.ANYBODY, post=account.prefer),
    Route("login", "login/", Who.ANYBODY, account.login_page, account.log_in),
    Route("logout", "logout/", Who.ANYBODY, post=account.log_out),
    Route("invitation", "invitation/<str:token>/", Who.ANYBODY, account.invitation_page, account.take_invitation),
    Route("account", "account/", Who.ACCOUNT, account.account_page, account.change_password),
    Route("end_login", "account/logins/<str:login>/end/", Who.ACCOUNT, post=account.end_login),
    Route("rulebook", "rules/<str:system>/", Who.ANYBODY, rules.book),
    Route("clause", "rules/<str:system>/<str:clause>/", Who.ANYBODY, rules.clause),
    Route("new", "new/", Who.OPENER, opening.choose),
    Route("bring_in", "new/journal/", Who.OPENER, opening.bring_in_page, opening.bring_in),
    Route("new_war", "new/<str:system>/", Who.OPENER, opening.form, opening.open_war),
    Route("story", "war/<str:key>/", Who.READER, story.public),
    Route("export", "war/<str:key>/told.jsonl", Who.READER, exports.told),
    Route("archive", "war/<str:key>/archive.html", Who.READER, exports.archive),
    Route("opened", "war/<str:key>/opened.jsonl", Who.READER, exports.opened),
    Route("seat", "war/<str:key>/seat/<str:seat>/", Who.SEAT, seat.seat),
    Route("own_story", "war/<str:key>/seat/<str:seat>/story/", Who.SEAT, story.own, thread.say),
    Route("edit_post", "war/<str:key>/seat/<str:seat>/post/<int:post>/", Who.SEAT, thread.edit_page, thread.edit),
    Route("own_export", "war/<str:key>/seat/<str:seat>/told.jsonl", Who.SEAT, exports.told),
    Route("ask", "war/<str:key>/seat/<str:seat>/ask/<str:whom>/<path:call>/", Who.SEAT, seat.ask, seat.send),
    Route("review", "war/<str:key>/seat/<str:seat>/review/<str:whom>/<path:call>/", Who.SEAT, seat.review, seat.bind),
    Route("receipt", "war/<str:key>/seat/<str:seat>/receipt/<str:whom>/<path:call>/", Who.SEAT, seat.receipt),
    Route("desk", "war/<str:key>/desk/", Who.KEEPER, desk.desk),
    Route("keeper_story", "war/<str:key>/desk/story/", Who.KEEPER, story.own, thread.say),
    Route("keeper_edit", "war/<str:key>/desk/post/<int:post>/", Who.KEEPER, thread.edit_page, thread.edit),
    Route("matter", "war/<str:key>/desk/call/<path:call>/", Who.KEEPER, desk.matter, desk.act),
    Route("people", "war/<str:key>/desk/people/", Who.KEEPER, people.people, people.change),
    Route("record", "war/<str:key>/desk/record/", Who.KEEPER, record.record),
    Route("texts", "war/<str:key>/desk/texts/<int:entry>/", Who.KEEPER, record.texts),
    Route("rewind", "war/<str:key>/desk/rewind/<int:entry>/", Who.KEEPER, record.rewind, record.go_back),
    Route("corrections", "war/<str:key>/desk/correct/", Who.KEEPER, keeping.corrections),
    Route("correct", "war/<str:key>/desk/correct/<str:kind>/", Who.KEEPER, keeping.correct, keeping.do_correct),
    Route("whole", "war/<str:key>/desk/whole/", Who.KEEPER, keeping.whole, keeping.act),
    Route("journal", "war/<str:key>/desk/journal.jsonl", Who.KEEPER, exports.journal),
)
