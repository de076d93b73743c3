"""Similar solutions: shows what two learners' sources share that few others have. It is evidence, not a verdict."""
