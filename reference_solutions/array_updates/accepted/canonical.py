def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    seen = new.at[shelves].get(mode="fill", fill_value=-1)
    nearest = new.at[shelves].get(mode="clip")
    return new, seen, nearest
