/** Words of the notices. */
export const notices = {};
