// Generated from assets/locales/en by tests/tests/texts.rs. Do not edit.

/** The texts that the page may ask for, and the variables of each. */
export interface Texts {
}
