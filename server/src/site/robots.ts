import { publicPages } from '@deedbox/contract/site.ts'

/** The pages that a deployment shows to everybody. */
export const shownPages = (marketing: boolean) => publicPages.filter((page) => marketing || !page.marketing)

/** Only public pages may be indexed, and none where the marketing pages are off. */
export function robotsTxt(publicUrl: string, marketing: boolean): string {
  if (!marketing) return 'User-agent: *\nDisallow: /\n'
  // People also look for the page to sign in with a search engine.
  const allowed = [...publicPages.map(({ path }) => path), '/login', '/signup'].map(
    (path) => `Allow: ${path}$`,
  )
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

export function sitemapXml(publicUrl: string, marketing: boolean): string {
  const urls = shownPages(marketing).map(({ path }) => `<url><loc>${escaped(publicUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}
