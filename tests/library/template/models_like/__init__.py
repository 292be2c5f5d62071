"""A package of models as `models` is one; its model is the example in the README."""
