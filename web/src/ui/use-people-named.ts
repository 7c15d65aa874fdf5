import { fill, screen } from '@deedbox/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { emailsIn, personFor, type Suggested } from './emails-in.ts'
import type { People } from './people-input.tsx'
import { emailRule } from './rules.ts'

/** Number of characters of a name from which it is searched for. */
export const fewest = 2

/** Query of the people whom the server suggests for a text. */
export const suggestedFor = (text: string) => ({
  queryKey: ['people', 'suggested', text],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { people } = await call('GET /api/people', { query: { text }, signal })
    return people
  },
  staleTime: 60_000,
})

const messages = { none: screen.personUnknown, several: screen.personUnclear }
const personOf = async (name: string) =>
  personFor(name, name.length < fewest ? [] : await queryClient.fetchQuery(suggestedFor(name)))

/**
 * Understands what is typed into a field for people: addresses become emails, and a name becomes the one person who is suggested for it. The rest stays
 * in the field, and `problem` says by name what is wrong with it. `said` is for screen readers.
 */
export function usePeopleNamed(value: People, onChange: (value: People) => void) {
  const [said, setSaid] = useState('')
  // The latest value, as the person may type on while the server is asked.
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })

  const add = (people: readonly Suggested[], text: string, problem: string | null = null) => {
    const { emails } = latest.current.value
    const added = people.filter(({ email }) => !emails.includes(email))
    if (added.length > 0)
      setSaid(
        `Added: ${added.map(({ name, email }) => (name === email ? email : `${name}, ${email}`)).join('; ')}`,
      )
    const next = { emails: [...new Set([...emails, ...people.map(({ email }) => email)])], text, problem }
    latest.current.value = next
    latest.current.onChange(next)
  }

  const understand = async (): Promise<void> => {
    const { text } = latest.current.value
    const typed = emailsIn(text)
    if (typed.emails.length + typed.names.length === 0) return
    const whole = typed.emails.filter((email) => emailRule(email) === null)
    const wrong = typed.emails.filter((email) => emailRule(email) !== null)
    const found = await Promise.all(
      typed.names.map(async (name) => ({ name, person: await personOf(name).catch(() => null) })),
    )
    // Leave it if it has been changed meanwhile: it is understood when the person is done with it.
    if (latest.current.value.text !== text) return
    const people = found.flatMap(({ person }) => (person && typeof person === 'object' ? [person] : []))
    const rest = found.filter(({ person }) => !person || typeof person === 'string')
    const problem = [
      ...wrong.map((email) =>
        wrong.length + rest.length > 1 ? `${screen.emailInvalid}: ${email}` : screen.emailInvalid,
      ),
      ...rest.map(({ name, person }) =>
        fill(typeof person === 'string' ? messages[person] : screen.personUnchecked, { name }),
      ),
    ].join('. ')
    const whoIs = whole.map((email) => ({ email, name: email }))
    add([...whoIs, ...people], [...wrong, ...rest.map(({ name }) => name)].join(', '), problem || null)
  }
  return { add, understand, said, say: setSaid }
}
