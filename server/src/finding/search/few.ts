/** Number of results of each kind at most. */
export const few = 5
