import { Button, VisuallyHidden } from '@mantine/core'
import { useCallback, useState } from 'react'
import classes from './long-text.module.css'

/** Smaller lines of a cell that somebody must be able to read whole: three at most, and a button for the rest. `of` names the text in that button. */
export function LongText({ text, of }: { text: string; of: string }) {
  const [cut, setCut] = useState(false)
  const [whole, setWhole] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watcher = new ResizeObserver(() => {
      // A text shown whole says nothing about whether three lines were enough.
      if (!element.dataset.whole) setCut(element.scrollHeight > element.clientHeight + 1)
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <div className={classes.long}>
      <div ref={watch} className={classes.text} data-whole={whole || undefined}>
        {text}
      </div>
      {cut && (
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.button}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show all'}
          <VisuallyHidden> of {of}</VisuallyHidden>
        </Button>
      )}
    </div>
  )
}
