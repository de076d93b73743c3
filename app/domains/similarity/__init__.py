"""Similar solutions: what two learners' sources share that few others have, side by side, and never a verdict."""
