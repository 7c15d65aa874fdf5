import { noteKinds } from '@deedbox/contract/note-kinds.ts'
import { UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { When } from '../../ui/when.tsx'
import type { Note } from './annotations.ts'
import classes from './panels.module.css'

/** Notes that people wrote into the PDF beside its text, in its order; pressing one shows its place. */
export function NotesPanel(props: {
  notes: readonly Note[]
  more: boolean
  current: number | null
  onNote: (note: Note) => void
}) {
  const { notes } = props
  return (
    <>
      {notes.some(({ words }) => !words) && (
        <p className={classes.note}>
          You were given access to view this document. You see where its notes are; what they say can be read
          by those who may download it.
        </p>
      )}
      {props.more && (
        <p className={classes.note}>There are more notes than the {notes.length} listed here.</p>
      )}
      <ol className={classes.list}>
        {notes.map((note) => (
          <Entry key={note.number} {...props} note={note} />
        ))}
      </ol>
    </>
  )
}

function Entry(props: { note: Note; current: number | null; onNote: (note: Note) => void }) {
  const { note } = props
  const { number, page, kind, words } = note
  const isCurrent = number === props.current
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={item}>
      <UnstyledButton
        className={classes.entry}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => props.onNote(note)}
      >
        <strong>
          {noteKinds[kind]} {number}, page {page}
        </strong>
        {words && (words.author || words.at) && (
          <span>
            {words.author}
            {words.author && words.at && ', '}
            {words.at && <When at={words.at} />}
          </span>
        )}
      </UnstyledButton>
      {words && <p className={classes.noteText}>{words.text}</p>}
    </li>
  )
}
