"""Questions about katas and their answers, among those who solved them or gave up."""
