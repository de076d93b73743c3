def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts)
    return new, new[shelves], new[shelves]
