"""The mirror land (mirror): the ledger's clauses M-x.y, folder by folder in its order.

`tables`, `options`, `people`, `numbers` are what can be read and reckoned; `sheet`, `creation`, `derived` the
sheets; `state`, `facts`, `apply` what is remembered; `battle` and `scene` how they go, stage by stage; `visibility`
who may know what; `system` puts them under the contract; `casefile`, `battlecase`, `scenecase`,
`formulas` read cases.
"""

from ...core.case import Registered
from .casefile import MIRROR_CASES
from .system import MIRROR

RULES = Registered(MIRROR, MIRROR_CASES)
