import { UnstyledButton } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { linkName, type Marks, noteName } from './annotations.ts'
import classes from './marks.module.css'

type Box = { x: number; y: number; width: number; height: number }

const percent = (part: number) => `${part * 100}%`
const over = ({ x, y, width, height }: Box) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})

/** Links and notes of a page, over its picture and its words. */
export function PageMarks({ marks, page }: { marks: Marks; page: number }) {
  const links = marks.links.filter((link) => link.page === page)
  const notes = marks.notes.filter((note) => note.page === page)
  return (
    <>
      {links.map((link, index) => (
        <UnstyledButton
          // biome-ignore lint/suspicious/noArrayIndexKey: links have no other name, and never change
          key={index}
          className={classes.link}
          style={over(link.box)}
          aria-label={linkName(link.to)}
          title={linkName(link.to)}
          onClick={() => marks.onLink(link.to)}
        />
      ))}
      {notes.map((note) => (
        <UnstyledButton
          key={note.number}
          className={classes.note}
          style={{ left: percent(note.box.x + note.box.width), top: percent(note.box.y) }}
          aria-label={noteName(note)}
          title={noteName(note)}
          aria-current={note.number === marks.currentNote ? 'true' : undefined}
          onClick={() => marks.onNote(note)}
        >
          <IconMessage size={16} aria-hidden="true" />
        </UnstyledButton>
      ))}
    </>
  )
}
