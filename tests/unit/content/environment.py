"""The environment for programs that run JAX in another interpreter. The tests themselves don't import JAX."""

import os

QUIET = os.environ | {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "", "TF_CPP_MIN_LOG_LEVEL": "3"}
