"""A battle (M-8, M-9), stage by stage: `course` puts the questions, `turn` resolves five judgments, slot by slot."""
