import { createHmac, timingSafeEqual } from 'node:crypto'

/** The name of one of our cookies: browsers take `__Host-` names over https only, and from this very host. */
export const cookieName = (name: string, secure: boolean): string =>
  `${secure ? '__Host-' : ''}deedbox.${name}`

export const sessionCookieName = (secure: boolean): string => cookieName('session_token', secure)

/** What the session cookie was called before: sessions that began under it are taken until they end. */
export const formerSessionCookie = '__Secure-deedbox.session_token'

const signature = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest()

/** A session token as the authentication library puts it into its cookie: `token.base64(HMAC-SHA256)`. */
export const signToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${signature(token, secret).toString('base64')}`)

/** The session token of a cookie header, or null when there is none or its signature is not ours. */
export function readToken(cookies: string | undefined, name: string, secret: string): string | null {
  if (!cookies || cookies.length > 8_192) return null
  const start = `${name}=`
  const found = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
  if (!found) return null
  let value: string
  try {
    value = decodeURIComponent(found.slice(start.length))
  } catch {
    return null
  }
  const dot = value.lastIndexOf('.')
  if (dot <= 0) return null
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const right = signature(token, secret)
  return given.length === right.length && timingSafeEqual(given, right) ? token : null
}
