"""Scenes and the war that they make (S-1 to S-9, S-12 to S-17, S-20, S-24.3).

`opening`: creation and the common opening. `floor_check`, `floor`: what is said by arrival. `acts`: what each team
then says in secret. `judging`, `search`, `hindrance`, `preparation`, `bonding`: what comes of it. `meeting`: who then
fights whom. `play`: the order of play. `closing`: the end of a scene and of the war. `questions` puts them under the
contract; `state`, `facts`, `apply`, `orders`, `visibility` are of scenes what the modules of these names above are of
the whole.
"""
