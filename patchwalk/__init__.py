"""The stage: world, turtle, model, parameters, session, view and dashboard. It knows no model."""
