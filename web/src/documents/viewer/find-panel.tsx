import { limits } from '@deedbox/contract/limits.ts'
import { ActionIcon, Button, Loader, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import classes from './panels.module.css'
import type { Finding } from './use-finding.ts'

/** Searches the whole document and lists the places with the words around them. */
export function FindPanel({ finding }: { finding: Finding }) {
  const { finds, index, error, among } = finding
  const [text, setText] = useState(finding.text)
  const submit = () => {
    const wanted = text.trim()
    if (wanted === finding.text) finding.step(1)
    else finding.search(wanted)
  }
  return (
    <search className={classes.find}>
      <form
        className={classes.findForm}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextInput
          ref={finding.field}
          type="search"
          aria-label="Search in this document"
          placeholder="Search in this document"
          maxLength={limits.text.search}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !event.shiftKey) return
            event.preventDefault()
            finding.step(-1)
          }}
          autoFocus
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
      <div className={classes.findCount}>
        <p role="status">
          {finding.summary}
          {among && among.all > 1 && ` · ${among.place} of ${among.all}`}
          {error && messageOf(error)}
        </p>
        {finds.length > 1 && (
          <span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label="Previous find"
              onClick={() => finding.step(-1)}
            >
              <IconChevronUp size={18} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label="Next find"
              onClick={() => finding.step(1)}
            >
              <IconChevronDown size={18} aria-hidden="true" />
            </ActionIcon>
          </span>
        )}
      </div>
      {finding.busy && <Loader size="sm" role="status" aria-label="Searching" />}
      <ul className={classes.list}>
        {finds.map((find, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places have no other name
          <li key={place}>
            <Place current={place === index} page={find.page} onPick={() => finding.pick(place)}>
              {find.excerpt}
            </Place>
          </li>
        ))}
      </ul>
    </search>
  )
}

function Place(props: { current: boolean; page: number; children: string; onPick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (props.current) button.current?.scrollIntoView({ block: 'nearest' })
  }, [props.current])
  return (
    <UnstyledButton
      ref={button}
      className={classes.entry}
      aria-current={props.current ? 'true' : undefined}
      onClick={props.onPick}
    >
      <strong>Page {props.page}</strong>
      <span>{props.children}</span>
    </UnstyledButton>
  )
}
