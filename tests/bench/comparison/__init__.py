"""The parts of tests/bench/compare."""
