//! Tests of fcp from outside; see the files in this directory.
