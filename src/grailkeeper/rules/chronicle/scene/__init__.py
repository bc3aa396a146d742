"""Scenes and the war that they make (C-1 to C-8, C-9.8 to C-9.11, C-18.4, C-18.9, C-20, C-23).

`setup`, `creation`: what a war begins from. `opening`, `growing`: the start of a scene, and what is settled between
scenes. `menu`: what may be declared, and how a declaration is read. `course`: the order of a scene; `moving`,
`finding`, `resting`, `learning`, `contests`, `bonding`, `crafting`, `feeding`, `contracts` its actions; `npcs` whom
nobody plays; `meeting`, `interrupting` who then fights whom, and what that breaks off; `closing` the end of a scene and
of the war. `asking`: who is asked what. `questions` puts them under the contract; `state`, `facts`, `apply`, `orders`,
`visibility` are of scenes what the modules of these names above are of the whole. `who` answers who is where.
"""
