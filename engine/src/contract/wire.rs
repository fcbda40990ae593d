//! Derives what every type of the wire needs.

/// Gives types of the wire their derives and the spelling of their names.
macro_rules! wire {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
        $item
    )*};
}

pub(crate) use wire;
