"""The scenario language for King of Tokyo: Duel."""
