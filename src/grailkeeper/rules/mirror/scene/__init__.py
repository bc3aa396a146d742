"""A scene (M-7, M-10 to M-12), stage by stage: plans, meetings, battles, and how it is settled."""
