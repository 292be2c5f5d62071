"""What all tests share: hypothesis draws the same examples in every run, and never watches the clock."""

from hypothesis import settings

settings.register_profile("patchwalk", derandomize=True, deadline=None)
settings.load_profile("patchwalk")
