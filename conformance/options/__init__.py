"""Options from an engine's side: what they ask, and which answers an engine behaves like."""
