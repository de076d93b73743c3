"""What pages show, drawn: verdicts, timelines, maps, texts."""
