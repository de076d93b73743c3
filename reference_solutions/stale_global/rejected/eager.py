def calibrate(readings, offset, gain):
    return (readings - offset) * gain
