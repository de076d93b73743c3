def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    return new, new.at[shelves].get(mode="fill"), new.at[shelves].get(mode="clip")
