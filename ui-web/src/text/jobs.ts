/** Words of the jobs. */
export const jobs = {};
