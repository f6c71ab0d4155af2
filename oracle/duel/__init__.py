"""The machine of King of Tokyo: Duel."""
