import { counted } from '@deedbox/contract/counts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Kbd, Loader, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { call, messageOf } from '../lib/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type Command, groupsOf, type Option, type Places, readText, type Verb } from './options.ts'
import classes from './palette.module.css'

/** Searches while the person types, and opens the chosen result. Search terms are not stored. The palette is open while mounted. */
export function Palette(props: { commands: Command[]; verbs: Verb[]; places: Places; onClose: () => void }) {
  const { commands, verbs, places, onClose } = props
  const phone = useMediaQuery('(max-width: 39.99em)', false, { getInitialValueInEffect: false })
  const [text, setText] = useState('')
  // No option at first, so that a screen reader names the field instead.
  const [active, setActive] = useState(-1)
  const listId = useId()
  const type = (next: string) => {
    setText(next)
    setActive(next === '' ? -1 : 0)
  }
  const { verb, asked } = readText(text, verbs)
  const [settled] = useDebouncedValue(asked, 120)
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => call('GET /api/search', { query: { text: settled }, signal }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const searching = asked !== '' && (isFetching || settled !== asked) && !error
  const groups = groupsOf(text, error ? undefined : data, { commands, verbs, places, type })
  const options = groups.flatMap(({ options }) => options)
  const at = Math.min(active, options.length - 1)
  const idOf = (index: number) => `${listId}-${index}`

  const choose = (option: Option | undefined) => {
    if (!option) return
    if (!option.keepsOpen) onClose()
    // Run once the focus is back, before the next dialog takes it.
    if (option.keepsOpen) option.run()
    else setTimeout(option.run, 30)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      const next = (Math.max(at, step === 1 ? -1 : 0) + step + options.length) % options.length
      setActive(next)
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // Choose only a result that belongs to the typed text.
      if (!searching || options[at]?.settled) choose(options[at])
    }
  }
  const nothing = !searching && !error && asked !== '' && options.length === 0
  const told = searching
    ? 'Searching'
    : nothing
      ? `Nothing that you can see matches “${asked}”.`
      : counted(options.length, 'result')
  let index = -1

  return (
    <Dialog onClose={onClose} title="Search" size="lg" centered={false} fullScreen={phone ?? false}>
      <TextInput
        data-autofocus
        size="md"
        mt={4}
        type="text"
        role="combobox"
        aria-label="Search documents, clients, matters, people, requests and commands"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(at >= 0 && { 'aria-activedescendant': idOf(at) })}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.text.search}
        placeholder="A title, a client, a person, a word of the text, a command"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={searching && <Loader size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      {error && asked !== '' && (
        <Text role="alert" c="wax" size="sm" mt="md">
          {messageOf(error)}
        </Text>
      )}
      {nothing && <p className={classes.nothing}>Nothing that you can see matches “{asked}”.</p>}
      {verb && asked === '' && <p className={classes.nothing}>Type what to look for.</p>}
      <div role="listbox" id={listId} aria-label="Results" className={classes.list}>
        {groups.map(({ label, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
          <div key={label} role="group" aria-label={label}>
            <div className={classes.group} aria-hidden="true">
              {label}
            </div>
            {options.map((option) => {
              index += 1
              const ownIndex = index
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                <div
                  key={option.id}
                  id={idOf(ownIndex)}
                  role="option"
                  aria-selected={ownIndex === at}
                  className={classes.option}
                  onMouseMove={() => setActive(ownIndex)}
                  onClick={() => choose(option)}
                >
                  <option.icon size={18} aria-hidden="true" />
                  <span className={classes.label}>{option.label}</span>
                  {option.detail && <span className={classes.detail}>{option.detail}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {!phone && (
        <p className={classes.keys}>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to move, <Kbd size="xs">Enter</Kbd> to open,{' '}
          <Kbd size="xs">Esc</Kbd> to close
        </p>
      )}
    </Dialog>
  )
}
