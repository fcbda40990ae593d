/** Words of the copier. */
export const copier = {};
