"""The words that every room shares: values without rules, files, clocks or chance of their own."""
