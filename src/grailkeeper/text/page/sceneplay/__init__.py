"""How a battle of sceneplay is drawn: two sides, five judgments with their odds, and what is left of everybody."""
