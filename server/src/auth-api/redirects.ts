import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'

/**
 * Where a browser may be sent with a code: our own origin, and those that the configuration names. Without a wish it is our
 * first page.
 * @throws Refusal redirect-not-allowed.
 */
export function allowedRedirect(
  { config, place }: Pick<Services, 'config' | 'place'>,
  wanted: string | null | undefined,
): string {
  const ours = new URL(place().publicUrl)
  if (!wanted) return ours.href
  if (!URL.canParse(wanted)) throw new Refusal('redirect-not-allowed')
  const url = new URL(wanted)
  if (url.username || url.password || ![ours.origin, ...config.authRedirects].includes(url.origin))
    throw new Refusal('redirect-not-allowed')
  return url.href
}

/** An address with more in its query. */
export function withQuery(address: string, more: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
  return url.href
}
