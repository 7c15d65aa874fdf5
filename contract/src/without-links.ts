/** Replaces a web address that a sender typed. */
export const linkRemoved = '[link removed]'

// Dots and slashes as browsers read them in an address, full-width and ideographic ones among them.
const dot = '[.\\u2024\\u3002\\uFE52\\uFF0E\\uFF61]'
const slash = '[/\\\\\\u2044\\u2215\\u29F8\\uFF0F\\uFF3C]'
const colon = '[:\\uFE55\\uFF1A]'
const character = '[\\p{L}\\p{N}\\p{M}_\\u200C\\u200D-]'
const label = `${character}+`
/** Pattern of a name that ends in two letters or more: `example.com`, `例子。中国`, but not 1.5 or 3.12.2026. */
const name = `${label}(?:${dot}${label})*${dot}\\p{L}${label}`
const address = `(?:\\d{1,3}\\.){3}\\d{1,3}`
const rest = '[^\\s<>"]*'

const schemes =
  'data|javascript|vbscript|mailto|tel|sms|callto|file|blob|about|feed|ftp|intent|magnet|skype|tg|view-source|whatsapp'

const addresses = new RegExp(
  [
    `(?<link>(?:[a-z][a-z0-9+.-]*${colon}\\s*${slash}{2}|(?<![a-z0-9_])(?:(?:${schemes})${colon}|www\\d*${dot})(?=\\S))${rest})`,
    `(?<email>[\\p{L}\\p{N}._%+'-]+@${name}(?!${character}|${dot}${character}|${colon}\\S|[?#@]|${slash}))`,
    `(?<page>(?:${name}|${address})(?:${colon}\\d+${rest}|(?:${slash}|[?#])${rest}))`,
    `(?<site>${name})`,
  ].join('|'),
  'giu',
)
const everyDot = new RegExp(`(${dot})(?=\\S)`, 'gu')

/**
 * Removes from a sender's text everything that a mail program would turn into a link: web addresses go, and names with dots, which may be a file or
 * two sentences, get a space after the dot. Email addresses stay.
 */
export function withoutLinks(text: string): string {
  // Invisible characters could hide an address from us but not from a mail program; joiners belong to scripts and emoji.
  const visible = text.replace(/(?![\u200C\u200D])\p{Cf}/gu, '')
  for (let before = visible; ; ) {
    const after = before.replace(addresses, (...match) => {
      const { link, email, page, site = '' } = match.at(-1) as Record<string, string | undefined>
      return link || page ? linkRemoved : (email ?? site.replace(everyDot, '$1 '))
    })
    // Repeat, as one pass can leave a new address behind.
    if (after === before) return after
    before = after
  }
}
