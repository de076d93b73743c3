"""Questions about katas and their answers, for those who solved the kata or gave up."""
