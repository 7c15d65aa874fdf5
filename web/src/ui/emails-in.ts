const address = /[^\s<>,;"()]+@[^\s<>,;"()]+/g
/** An address in angle brackets with the name before it, which is in quotation marks or has no comma. */
const named = /(?:"[^"]*"\s*|[^,<>"]*)<\s*([^\s<>,;"()]+@[^\s<>,;"()]+)\s*>/g
/** The same where semicolons or line ends separate people: the name may be 'Citizen, Jane'. */
const namedWhole = /^[^<>@]*<\s*([^\s<>,;"()]+@[^\s<>,;"()]+)\s*>\s*$/

const clean = (email: string) => email.toLowerCase().replace(/\.+$/, '')

/**
 * Finds the people in a text as it is typed or pasted: addresses and names, separated by commas, semicolons or new lines (addresses by spaces too), or
 * as `Jane Citizen <jane@example.com>`, whose name counts for nothing. Addresses are in lower case; each address and name is listed once.
 */
export function emailsIn(text: string): { emails: string[]; names: string[] } {
  const pieces = text.split(/[;\r\n]/)
  const parts = pieces
    .map((piece) => (pieces.length > 1 ? piece.replace(namedWhole, '$1') : piece).replace(named, ',$1,'))
    .flatMap((piece) => piece.split(','))
  const emails = parts.flatMap((part) => part.match(address) ?? []).map(clean)
  const names = parts
    .flatMap((part) => part.replace(address, ',').split(','))
    .map((name) => name.trim().replace(/\s+/g, ' '))
    .filter((name) => /[\p{L}\p{N}@]/u.test(name))
  return { emails: [...new Set(emails)], names: [...new Set(names)] }
}

/** A person whom the server suggests for a typed name. */
export type Suggested = { email: string; name: string }

/** Returns the one person for a typed name: the only one suggested, or the only one of exactly that name; otherwise why there is none. */
export function personFor(name: string, suggested: readonly Suggested[]): Suggested | 'none' | 'several' {
  const same = (one: Suggested) => one.name.toLowerCase() === name.toLowerCase()
  const fitting = suggested.length > 1 ? suggested.filter(same) : suggested
  return fitting.length === 1 && fitting[0] ? fitting[0] : suggested.length === 0 ? 'none' : 'several'
}
