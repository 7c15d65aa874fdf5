/** The session token of a request whose Authorization header proves no session. */
export const noBearer = 'bearer:none'

/** Whether a session token came in an Authorization header: those of cookies contain no colon. */
export const isBearer = (token: string | null): boolean => token?.includes(':') ?? false
