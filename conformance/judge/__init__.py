"""The judge: walks an engine through vectors and says where it breaks the rules."""
