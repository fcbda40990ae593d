//! Empty library of the integration tests of fcp, which are in `tests/`.
