"""Scene-play (sceneplay): the ledger's clauses S-x.y, folder by folder in its order.

`tables`, `options`, `people`, `numbers` are what can be read and reckoned; `sheet`, `creation`, `derived` the
sheets; `state`, `facts`, `apply` what is remembered; `orders`, `battle` how a battle is fought; `visibility` who
may know what; `system` puts them under the contract; `casefile`, `formulas` read cases.
"""
