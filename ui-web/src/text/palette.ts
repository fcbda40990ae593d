/** Words of the palette. */
export const palette = {};
