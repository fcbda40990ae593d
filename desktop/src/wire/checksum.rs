//! Wire types about the checksum of a file.

use fcp_engine::error::OpError;
use fcp_engine::sum::Algorithm;

wire! {
    /// The checksum of a file, as far as it is computed.
    pub struct ChecksumState {
        /// The number of the computation.
        pub id: u64,
        /// How it is computed.
        pub algorithm: Algorithm,
        /// Bytes that were read.
        pub bytes: u64,
        /// How much that is of the file; none of a file that has no size.
        pub percent: Option<u8>,
        /// How far it is.
        pub stage: ChecksumStage,
        /// The checksum in hexadecimal digits.
        pub sum: Option<String>,
        /// Why the file cannot be read.
        pub error: Option<OpError>,
    }

    /// How far the computation of a checksum is.
    #[derive(Copy, Eq)]
    pub enum ChecksumStage {
        /// The file is being read.
        Running,
        /// The user has stopped it.
        Stopped,
        /// The file was read to its end, or cannot be read.
        Done,
    }

    /// How a checksum that the user has compares with that of the file.
    #[derive(Copy, Eq)]
    #[serde(tag = "match")]
    pub enum ChecksumMatch {
        /// There is none.
        Nothing,
        /// It is no checksum.
        NotUnderstood,
        /// It is one of another algorithm, or has as many digits as one.
        Other {
            /// That algorithm.
            algorithm: Algorithm,
        },
        /// The file has it.
        Same,
        /// The checksum of the file is not known.
        NotYet,
        /// The file has another one.
        Different,
    }
}
