import { counted } from '@deedbox/contract/counts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { fill, screen } from '@deedbox/contract/messages.ts'
import { Combobox, Pill, PillsInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { emailsIn } from './emails-in.ts'
import classes from './people-input.module.css'
import { fewest, suggestedFor, usePeopleNamed } from './use-people-named.ts'

const waitMs = 150

/** People as emails, the text being typed (an address in it counts as one of them), and the problem with it, once it was tried to understand it. */
export type People = { emails: string[]; text: string; problem: string | null }
export const noPeople: People = { emails: [], text: '', problem: null }

/** Lists all addresses, including one that is still being typed. */
export const allEmails = ({ emails, text }: People): string[] => [
  ...new Set([...emails, ...emailsIn(text).emails]),
]

/** Returns the problem of people who are typed but not chosen yet, or null. */
export const unclearPeople = ({ text, problem }: People): string | null => {
  const [name] = emailsIn(text).names
  return problem ?? (name ? fill(screen.personUnclear, { name }) : null)
}

const suggestedText = (count: number) =>
  `${counted(count, 'person', 'people')} suggested: choose with the arrow keys and Enter`

/**
 * Field for several people: type a name or email and choose from the people that one may know, or type or paste names and addresses separated by
 * commas or new lines. A name stands for the one person who is suggested for it.
 */
export function PeopleInput(props: {
  label: string
  description?: ReactNode
  value: People
  onChange: (value: People) => void
  error?: ReactNode
  /** State: it may name nobody. */
  optional?: boolean
  'data-path'?: string
}) {
  const { emails, text: typed, problem } = props.value
  const { add, understand, said, say } = usePeopleNamed(props.value, props.onChange)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // Suggest people for the name that is being typed: the last of several.
  const last = /[^,;]*$/.exec(typed)?.[0].trim() ?? ''
  const [text] = useDebouncedValue(last, waitMs)
  const { data } = useQuery({
    ...suggestedFor(text),
    enabled: text.length >= fewest,
    placeholderData: keepPreviousData,
  })
  const wanted = last.length >= fewest
  const people = wanted ? (data?.filter(({ email }) => !emails.includes(email)) ?? []) : []
  const opened = combobox.dropdownOpened && people.length > 0

  const remove = (email: string) => {
    props.onChange({ emails: emails.filter((other) => other !== email), text: typed, problem })
    say(`Removed: ${email}`)
  }
  const type = (next: string) => {
    combobox.openDropdown()
    combobox.resetSelectedOption()
    const { emails: found, names } = emailsIn(next)
    const people = (some: string[]) => some.map((email) => ({ email, name: email }))
    // Spaces separate addresses, but belong to a name that is searched for.
    if (names.length > 0 || found.length === 0) props.onChange({ emails, text: next, problem: null })
    else if (/[\s,;]$/.test(next)) add(people(found), '')
    else add(people(found.slice(0, -1)), found.length > 1 ? (found.at(-1) ?? '') : next)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && typed === '') {
      const last = emails.at(-1)
      if (last) remove(last)
    }
    if (event.key !== 'Enter') return
    // Leave a marked suggestion to the combobox.
    if (opened && combobox.getSelectedOptionIndex() >= 0) return
    // Enter adds people and never sends, as pressing it once too often would share too early.
    event.preventDefault()
    void understand()
  }

  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: opened }}
      withinPortal
      onOptionSubmit={(email) => {
        const person = people.find((one) => one.email === email)
        // The names before the one that was chosen stay.
        if (person) add([person], typed.slice(0, typed.lastIndexOf(last)).replace(/[\s,;]+$/, ''))
        combobox.closeDropdown()
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          classNames={{ input: classes.box ?? '' }}
          label={props.label}
          description={props.description}
          error={props.error ?? problem}
          withAsterisk={!props.optional}
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
            <Combobox.EventsTarget
              withExpandedAttribute
              autoComplete="off"
              data-mantine-stop-propagation={opened}
            >
              <PillsInput.Field
                className={classes.field ?? ''}
                role="combobox"
                aria-autocomplete="list"
                inputMode="email"
                maxLength={limits.text.email * limits.share.people}
                data-autofocus
                required={!props.optional}
                {...(props['data-path'] ? { 'data-path': props['data-path'] } : {})}
                value={typed}
                onChange={(event) => type(event.currentTarget.value)}
                onPaste={(event) => {
                  // Addresses from the clipboard, as a field of one line would lose the line ends that separate them.
                  const { emails: pasted, names } = emailsIn(event.clipboardData.getData('text'))
                  if (pasted.length + names.length < 2) return
                  event.preventDefault()
                  const kept = typed.trim() ? [typed.trim(), ...names] : names
                  add(
                    pasted.map((email) => ({ email, name: email })),
                    kept.join(', '),
                  )
                  void understand()
                }}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => {
                  combobox.closeDropdown()
                  void understand()
                }}
                onKeyDown={press}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <VisuallyHidden role="status">
        {problem ?? (opened ? suggestedText(people.length) : said)}
      </VisuallyHidden>
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
