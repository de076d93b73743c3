def deliver(stock, shelves, amounts):
    exists = (shelves >= -stock.size) & (shelves < stock.size)
    new = stock.at[shelves[exists]].add(amounts[exists])
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
