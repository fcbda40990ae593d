/** Words of the questions. */
export const questions = {};
