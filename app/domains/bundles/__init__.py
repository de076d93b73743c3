"""Published bundles and their compiled programs where several machines share them."""
