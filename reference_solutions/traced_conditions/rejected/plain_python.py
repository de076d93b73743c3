def walk(jumps, start, energy):
    position, moves = start, 0 * start
    while 0 <= position < jumps.size:
        jump = jumps[position]
        if jump == 0:
            break
        cost = jump if jump > 0 else -2 * jump
        if cost > energy:
            break
        position, moves, energy = position + jump, moves + 1, energy - cost
    return position, moves, energy
