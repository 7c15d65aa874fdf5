const address = /[^\s<>,;"()]+@[^\s<>,;"()]+/g

/**
 * The addresses in a text as people type and paste them: separated by commas, semicolons, spaces or new lines, also as
 * `Jane Citizen <jane@example.com>`. In lower case, each once. `rest`: whatever is none, where there is no address at all.
 */
export function emailsIn(text: string): { emails: string[]; rest: string } {
  const emails = [...new Set((text.match(address) ?? []).map((one) => one.toLowerCase().replace(/\.+$/, '')))]
  return { emails, rest: emails.length === 0 ? text.trim() : '' }
}
