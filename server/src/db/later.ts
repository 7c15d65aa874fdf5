/** Returns a time of change that is never the same twice, so that a change within a millisecond is noticed too. */
export const later = ({ updatedAt }: { updatedAt: Date }, now: Date): Date =>
  new Date(Math.max(now.getTime(), updatedAt.getTime() + 1))
