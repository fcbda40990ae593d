/** Words of the report. */
export const report = {};
