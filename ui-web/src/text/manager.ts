/** Words of the manager. */
export const manager = {};
