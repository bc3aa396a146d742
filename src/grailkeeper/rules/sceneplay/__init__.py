"""Scene-play (sceneplay): the ledger's clauses S-x.y, in this order.

`tables`, `options`, `people`, `numbers`: what can be looked up and reckoned. `sheet`, `creation`, `derived`: sheets.
`state`, `facts`, `apply`, `setup`: what is remembered and how it changes. `visibility`: who may know what.
`orders`, `battle`: what is declared, and how a battle is fought. `system`: all of it under the contract.
`casefile`, `casenames`, `battlecase`, `scenecase`, `scenefit`, `formulas`: the case files.
"""

from ...core.case import Registered
from .casefile import SCENEPLAY_CASES
from .system import SCENEPLAY

RULES = Registered(SCENEPLAY, SCENEPLAY_CASES)
