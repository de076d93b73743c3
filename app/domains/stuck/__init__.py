"""Where a class is stuck: its wrong submissions by reason code, the attempts behind them, and hints for them."""
