def deliver(stock, shelves, amounts):
    stock.at[shelves].add(amounts, mode="drop")
    return stock, stock.at[shelves].get(mode="fill", fill_value=-1), stock.at[shelves].get(mode="clip")
