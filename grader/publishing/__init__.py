"""Publishing: checks a problem's files and makes a bundle of them."""
