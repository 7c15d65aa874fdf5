import type { Shared } from '@deedbox/contract/sharing.ts'

/** Outcome for one person: the documents of each result, and of each reason for a refusal. */
export type PersonOutcome = {
  email: string
  granted: Shared[]
  changed: Shared[]
  already: Shared[]
  refused: { code: string; message: string; documentIds: string[] }[]
}

/** Groups the answer of a share (or a part of it) by person, in the order of the people. */
export function byPerson(results: readonly Shared[]): PersonOutcome[] {
  const people = new Map<string, PersonOutcome>()
  for (const one of results) {
    const { email, documentId, error, result } = one
    const person = people.get(email) ?? { email, granted: [], changed: [], already: [], refused: [] }
    people.set(email, person)
    if (result !== 'refused') person[result].push(one)
    else if (error) {
      const same = person.refused.find(({ message }) => message === error.message)
      if (same) same.documentIds.push(documentId)
      else person.refused.push({ ...error, documentIds: [documentId] })
    }
  }
  return [...people.values()]
}
