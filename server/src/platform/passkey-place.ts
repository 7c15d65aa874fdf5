import { isIP } from 'node:net'

/** Domain to which passkeys belong (`rpId`), and the origin at which browsers make and use them. */
export type PasskeyPlace = { rpId: string; origin: string }

type Url = { publicUrl: string }

const isLoopback = (host: string) => host === '::1' || /^127\.[\d.]+$/.test(host)
const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/**
 * Browsers make passkeys for names only, never for IP addresses, and only with https or on the machine itself (Web
 * Authentication, section 5.1.3). A deployment without a configured address also answers as localhost.
 */
export function passkeyPlace(
  { publicUrl }: Url,
  configured: { publicUrl: string | undefined },
): PasskeyPlace | null {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (!configured.publicUrl && isLoopback(host))
    return { rpId: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` }
  if (isIP(host) !== 0 || (protocol !== 'https:' && !isLocal(host))) return null
  return { rpId: host, origin }
}
