"""Problems: what is published, who may see what of it, and publishing."""
