"""Problems: what is published, who may see which parts, and publishing."""
