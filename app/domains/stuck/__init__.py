"""Where a class is stuck: wrong submissions by reason code, the attempts behind them, and pinned hints."""
