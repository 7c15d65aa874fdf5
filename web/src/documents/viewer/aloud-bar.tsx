import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import type { Aloud } from './use-aloud.ts'
import classes from './viewer.module.css'

/** Bar that shows what is read aloud, with Pause and Stop. */
export function AloudBar({ aloud }: { aloud: Aloud }) {
  if (aloud.page === null && !aloud.silent) return null
  if (aloud.page === null)
    return (
      <p className={classes.aloud} role="status">
        There is no text to read aloud from this page on.
      </p>
    )
  const Sign = aloud.paused ? IconPlayerPlay : IconPlayerPause
  return (
    <section className={classes.aloud} aria-label="Reading aloud">
      <span role="status">
        {aloud.paused ? 'Paused on' : 'Reading'} page {aloud.page}
      </span>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Sign size={16} aria-hidden="true" />}
        onClick={aloud.pause}
      >
        {aloud.paused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
        onClick={aloud.stop}
      >
        Stop
      </Button>
    </section>
  )
}
