/** Words of the drop. */
export const drop = {};
