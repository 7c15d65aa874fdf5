import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'

/**
 * Returns where a browser is sent with a code: to our own origin, or one that the configuration names; without a wish to our first page.
 * @throws Refusal redirect-not-allowed.
 */
export function allowedRedirect(
  { config, place }: Pick<Services, 'config' | 'place'>,
  wanted: string | null | undefined,
): string {
  const ownPage = new URL(place().publicUrl)
  if (!wanted) return ownPage.href
  if (!URL.canParse(wanted)) throw new Refusal('redirect-not-allowed')
  const url = new URL(wanted)
  if (url.username || url.password || ![ownPage.origin, ...config.authRedirects].includes(url.origin))
    throw new Refusal('redirect-not-allowed')
  return url.href
}

/** Returns an address with more in its query. */
export function withQuery(address: string, more: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
  return url.href
}
