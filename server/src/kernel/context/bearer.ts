/** The session token of a request whose Authorization header proves no session. */
export const noBearer = 'bearer:none'

/** Tells whether a session token came in an Authorization header: those of cookies contain no colon. */
export const isBearer = (token: string | null): boolean => token?.includes(':') ?? false

/** Beginning of the session tokens of the authentication API. */
export const apiPrefix = 'api:'

/** Beginning of every personal access token, so that people and scanners of leaked secrets recognise it. */
export const accessTokenPrefix = 'deedbox_pat_'

/** Beginning of the session tokens of personal access tokens. */
export const accessTokenKeyPrefix = 'pat:'

export const isAccessTokenKey = (token: string | null): token is string =>
  token?.startsWith(accessTokenKeyPrefix) ?? false

/** Says why nobody may make a call that needs somebody: no proof, one that is not valid, or the session of a valid one has ended. */
export function whyNobody(token: string | null): 'not-signed-in' | 'token-invalid' | 'session-ended' {
  if (token?.startsWith(apiPrefix)) return 'session-ended'
  return isBearer(token) ? 'token-invalid' : 'not-signed-in'
}
