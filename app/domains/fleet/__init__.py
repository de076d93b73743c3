"""The runners of an installation and their queue, for its operators."""
