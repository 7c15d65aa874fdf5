/** So many of each kind are found. */
export const few = 5
