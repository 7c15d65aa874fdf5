/** Characters of the longest address that a link may have. */
const longest = 2_000
const allowed: readonly string[] = ['http:', 'https:', 'mailto:']

/** Returns the full address of a link that leads out of a document, as it is shown and opened; null for what may not be opened. */
export function outsideAddress(written: string): string | null {
  const trimmed = written.trim()
  const address = URL.parse(/^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed)
  if (!address || !allowed.includes(address.protocol)) return null
  return address.href.length > longest ? null : address.href
}

/** Returns what an address leads to, which people should look at: the host, or who would be written to. */
export const leadsTo = (address: string): string => {
  const url = URL.parse(address)
  return url?.host || decoded(url?.pathname ?? '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
