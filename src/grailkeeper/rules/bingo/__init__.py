"""Bingo: the ledger's clauses B-x.y, file by file in its order.

`tables`, `options`, `people`, `derived` are what can be read and reckoned; `sheet` and `creation` the sheets;
`state`, `facts`, `apply` what is remembered; `orders` and `check` what may be declared; `battle` how a battle is
fought, `scene` how a scene goes, `visibility` who may know what; `system` puts them under the contract; `casefile`
and `formulas` read cases.
"""

from ...core.case import Registered
from .casefile import BINGO_CASES
from .system import BINGO

RULES = Registered(BINGO, BINGO_CASES)
