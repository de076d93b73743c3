def deliver(stock, shelves, amounts):
    # This replaces what lies there, and neither
    # reading says what happens out of range.
    new = stock.at[shelves].set(amounts)
    return new, new[shelves], new[shelves]
