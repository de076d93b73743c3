"""Publishing: a problem's files checked and made into a bundle."""
