/** Milliseconds that a button which changes files stays inert, so that no key meant for something else hits it. */
export const ARMING = 300;
