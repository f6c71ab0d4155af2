"""What the scenario languages of the two dice games share."""
