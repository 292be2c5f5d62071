"""What happens: pure functions and small classes over numpy arrays, without Mesa and without a screen."""
