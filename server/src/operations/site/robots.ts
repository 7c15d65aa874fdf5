import { daysAfter } from '@deedbox/contract/durations.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { isShown, pagesShown, publicPages } from '@deedbox/contract/site.ts'

type Deciding = Pick<Settings, 'marketingPages' | 'prices'>

/** Lists the addresses of the pages that a deployment shows to everybody. */
const shownPaths = (settings: Deciding): string[] =>
  publicPages.filter((page) => isShown(page, pagesShown(settings))).map(({ path }) => path)

/** Returns robots.txt: only public pages may be indexed, and none where the marketing pages are off. */
export function robotsTxt(publicUrl: string, settings: Deciding): string {
  if (!settings.marketingPages) return 'User-agent: *\nDisallow: /\n'
  // People also look for the page to sign in with a search engine.
  const allowed = [...shownPaths(settings), '/login', '/signup'].map((path) => `Allow: ${path}$`)
  const files = ['/assets/', '/pictures/', '/favicon.svg', '/colour-scheme.js'].map(
    (path) => `Allow: ${path}`,
  )
  return [
    'User-agent: *',
    ...allowed,
    ...files,
    'Disallow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

export function sitemapXml(publicUrl: string, settings: Deciding): string {
  const urls = shownPaths(settings).map((path) => `<url><loc>${escaped(publicUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

/** Days for which a fetched security.txt may be believed: RFC 9116 asks for less than a year. */
const securityTxtDays = 180

/** Returns security.txt (RFC 9116), which tells people and tools whom to tell about a weakness. */
export const securityTxt = (publicUrl: string, supportEmail: string, now: Date): string =>
  [
    `Contact: mailto:${encodeURI(supportEmail)}`,
    `Expires: ${daysAfter(now, securityTxtDays).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}/security#report`,
    '',
  ].join('\n')
