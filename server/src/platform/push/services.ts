/** Push services of the browsers: those of Chrome and its relatives, Firefox, Safari and Edge. */
export const browserServices = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/** Tells whether a text names push services: a host, `*.` before one for all hosts under it, or an origin that the operator runs. */
export const isServiceName = (text: string): boolean =>
  /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text) ||
  (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text)

export type PushService = {
  url: URL /** State: the operator named its origin, which may be in a private network. */
  own: boolean
}

/** Returns the push service of an address that a browser gave; null: it is none that Deedbox sends to. */
export function pushServiceOf(address: string, services: readonly string[]): PushService | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username || url.password) return null
  if (services.includes(url.origin)) return { url, own: true }
  const isNamed = services.some((name) =>
    name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name,
  )
  return isNamed && url.protocol === 'https:' && url.port === '' ? { url, own: false } : null
}
