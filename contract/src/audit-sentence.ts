/** Writes the sentence of an event: 'Access granted: jane@example.com · View only, until 3 Dec 2026'. */
export const sentenceOf = (said: {
  label: string
  subjectEmail: string | null
  notes: string | null
}): string =>
  [said.subjectEmail ? `${said.label}: ${said.subjectEmail}` : said.label, said.notes]
    .filter(Boolean)
    .join(' · ')
