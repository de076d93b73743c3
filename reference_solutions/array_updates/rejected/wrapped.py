def deliver(stock, shelves, amounts):
    index = shelves % stock.size
    new = stock.at[index].add(amounts)
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
