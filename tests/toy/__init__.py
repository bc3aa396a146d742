"""The toy: a rule system for the tests, with every feature of the contract in the smallest rules that make sense.

T-1.1  Everybody holds one seat and is of team red, blue or green. At least two seats play.
T-1.2  Coins are known to their seat alone.  T-1.3  So are charms.
T-2.1  Before each of two rounds there is a gathering: who asks first gets one of the places (option `places`).
T-2.2  Who comes when all are taken waits.  T-2.3  A place may be given up; the longest waiting gets it.
T-2.4  When the gathering closes, the places fight in pairs, first against second and so on. One left over goes home.
T-2.5  After the second round the last gathering has no places; when it closes, the war is over.
T-3.1  Those who fight lay a stake of their coins, in secret; silence lays none. It is spent.
T-3.2  A stake is known to those who were of the seat's team when it was laid, and for ever to nobody else.
T-4.1  In a battle each side names a number of 1 to 6, the charms that it spends, an aim, and a note to itself.
       Silence is a strike with 1; it may be filed beforehand, for all battles.  T-4.2  No charm may be spent on a six.
T-4.3  Score: number + stake + charms + die + trick + fate, at most 12. The higher score wins, equal ones nobody.
       Scores, numbers and dice are public; an aim is opened to the other side; charms and notes are never opened.
T-4.4  Whether a trick holds is for the keeper to say; one that holds is worth 2, unless the keeper says otherwise.
T-4.5  Fate adds 0 to 3 and is known to the keeper alone (option `fate`).
T-4.6  A winner who aimed to steal takes one coin of the loser. Where there is none the winner learns so.
T-4.7  A loser with a charm left is asked, in secret, whether to spend it; then the battle costs nothing.
T-5.1  At a gathering a seat may move to another team.
T-5.2  When the gathering closes, battles count: 2 points to the winner, 1 from a loser who was not rescued. Whoever
       has not answered by then (T-4.7) is asked no more.
T-6.1  The keeper may correct a score.
"""

from grailkeeper.core.case import Registered

from .casefile import TOY_CASES
from .system import TOY

RULES = Registered(TOY, TOY_CASES)
