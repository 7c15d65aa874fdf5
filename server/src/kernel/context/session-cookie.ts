import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the name of one of our cookies. Browsers accept `__Host-` names only over https and from this exact host. */
export const cookieName = (name: string, secure: boolean): string =>
  `${secure ? '__Host-' : ''}deedbox.${name}`

export const sessionCookieName = (secure: boolean): string => cookieName('session_token', secure)

const signature = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest()

/** Returns the cookie value of a session token, as the authentication library writes it: `token.base64(HMAC-SHA256)`. */
export const signToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${signature(token, secret).toString('base64')}`)

/** Reads the session token of a cookie header, or null when there is none or its signature is not valid. */
export function readToken(cookies: string | undefined, name: string, secret: string): string | null {
  if (!cookies || cookies.length > 8_192) return null
  const start = `${name}=`
  const cookie = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
  if (!cookie) return null
  let value: string
  try {
    value = decodeURIComponent(cookie.slice(start.length))
  } catch {
    return null
  }
  const dot = value.lastIndexOf('.')
  if (dot <= 0) return null
  const token = value.slice(0, dot)
  const received = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = signature(token, secret)
  return received.length === expected.length && timingSafeEqual(received, expected) ? token : null
}
