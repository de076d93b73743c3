def deliver(stock, shelves, amounts):
    stock[shelves] += amounts
    return stock, stock.at[shelves].get(mode="fill", fill_value=-1), stock.at[shelves].get(mode="clip")
