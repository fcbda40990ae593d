/** Words of the dialogs. */
export const dialogs = {};
