import { limits } from '@deedbox/contract/limits.ts'
import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { emailsIn } from './emails-in.ts'
import classes from './people-input.module.css'

const waitMs = 150
/** Number of characters of a name from which it is searched for. */
const fewest = 2

/** People as emails, and the text being typed: an address in it counts as one of them. */
export type People = { emails: string[]; text: string }
export const noPeople: People = { emails: [], text: '' }

/** Lists all addresses, including one that is still being typed. */
export const allEmails = ({ emails, text }: People): string[] => [
  ...new Set([...emails, ...emailsIn(text).emails]),
]

/**
 * Field for several people: type a name or email and choose from the people that one may know, or type or paste addresses separated by commas, spaces
 * or new lines.
 */
export function PeopleInput(props: {
  label: string
  description?: ReactNode
  value: People
  onChange: (value: People) => void
  error?: ReactNode
  'data-path'?: string
}) {
  const { emails, text: typed } = props.value
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text] = useDebouncedValue(typed.trim(), waitMs)
  const { data } = useQuery({
    queryKey: ['people', 'suggested', text],
    queryFn: ({ signal }) => call('GET /api/people', { query: { text }, signal }),
    enabled: text.length >= fewest,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const wanted = typed.trim().length >= fewest
  const people = wanted ? (data?.people.filter(({ email }) => !emails.includes(email)) ?? []) : []
  const opened = combobox.dropdownOpened && people.length > 0

  const add = (more: string[], rest = '') =>
    props.onChange({ emails: [...new Set([...emails, ...more])], text: rest })
  const remove = (email: string) =>
    props.onChange({ emails: emails.filter((other) => other !== email), text: typed })

  const type = (next: string) => {
    combobox.openDropdown()
    combobox.resetSelectedOption()
    const { emails: found } = emailsIn(next)
    // Spaces separate addresses, but belong to a name that is searched for.
    if (found.length > 0 && /[\s,;]$/.test(next)) add(found)
    else if (found.length > 1) add(found.slice(0, -1), found.at(-1))
    else props.onChange({ emails, text: next })
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && typed === '') {
      const last = emails.at(-1)
      if (last) remove(last)
    }
    if (event.key !== 'Enter') return
    // Leave a marked suggestion to the combobox.
    if (opened && combobox.getSelectedOptionIndex() >= 0) return
    // Enter adds a person and never sends, as pressing it once too often would share too early.
    event.preventDefault()
    const { emails: found, rest } = emailsIn(typed)
    if (found.length > 0) add(found, rest)
  }

  return (
    <Combobox
      store={combobox}
      withinPortal
      onOptionSubmit={(email) => {
        add([email])
        combobox.closeDropdown()
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          classNames={{ input: classes.box ?? '' }}
          label={props.label}
          description={props.description}
          error={props.error}
          withAsterisk
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group>
            {emails.map((email) => (
              <Pill
                key={email}
                withRemoveButton
                onRemove={() => remove(email)}
                className={classes.pill ?? ''}
                removeButtonProps={{ 'aria-label': `Remove ${email}`, tabIndex: 0, 'aria-hidden': false }}
              >
                {email}
              </Pill>
            ))}
            {/* Escape closes the suggestions where some are shown, otherwise the dialog around the field. */}
            <Combobox.EventsTarget autoComplete="off" data-mantine-stop-propagation={opened}>
              <PillsInput.Field
                className={classes.field ?? ''}
                inputMode="email"
                maxLength={limits.text.email * limits.share.people}
                data-autofocus
                required
                {...(props['data-path'] ? { 'data-path': props['data-path'] } : {})}
                value={typed}
                onChange={(event) => type(event.currentTarget.value)}
                onPaste={(event) => {
                  // Addresses from the clipboard, as a field of one line would lose the line ends that separate them.
                  const { emails: pasted } = emailsIn(event.clipboardData.getData('text'))
                  if (pasted.length < 2) return
                  event.preventDefault()
                  add(pasted)
                }}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onKeyDown={press}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={people.length === 0}>
        <Combobox.Options aria-label="Suggested people">
          {people.map(({ email, name }) => (
            <Combobox.Option key={email} value={email}>
              <span className={classes.name}>{name}</span>
              {name !== email && <span className={classes.email}>{email}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
