"""Chronicle: the ledger's clauses C-x.y, folder by folder in its order.

`tables`, `options`, `people`, `cards`, `magecraft` are what can be read and reckoned; `sheet`, `creation` the
sheets; `field` and `state`, `facts`, `apply` what is remembered; `orders`, `battle` how a battle is fought;
`visibility` who may know what; `system` puts them under the contract; `casefile`, `battlecase`, `formulas` read
cases.
"""

from ...core.case import Registered
from .casefile import CHRONICLE_CASES
from .system import CHRONICLE

RULES = Registered(CHRONICLE, CHRONICLE_CASES)
