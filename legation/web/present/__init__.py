"""View models for the pages, built only from what a seat may see."""
