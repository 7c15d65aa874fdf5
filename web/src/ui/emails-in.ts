const address = /[^\s<>,;"()]+@[^\s<>,;"()]+/g

/**
 * Finds the addresses in a text as people type and paste them: separated by commas, semicolons, spaces or new lines, or as `Jane Citizen
 * <jane@example.com>`. They are in lower case, each once. `rest` is the text if it contains no address at all.
 */
export function emailsIn(text: string): { emails: string[]; rest: string } {
  const emails = [...new Set((text.match(address) ?? []).map((one) => one.toLowerCase().replace(/\.+$/, '')))]
  return { emails, rest: emails.length === 0 ? text.trim() : '' }
}
