"""Problems: what is published, and who may see which parts."""
