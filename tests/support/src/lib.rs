//! Support for fcp's tests.
