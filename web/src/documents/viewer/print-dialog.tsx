import type { Document } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Alert, Button, Progress, Radio, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { type Pages, printPages } from './print-job.ts'
import { rangeOf } from './print-range.ts'
import { isRefusal } from './view.ts'
import classes from './viewer.module.css'

const most = limits.viewer.printed
type What = 'all' | 'open' | 'range'

/** Dialog that asks which pages to print, then shows their progress. A page is recorded as printed when the server sends it. */
export function PrintDialog(props: {
  document: Document
  count: number
  page: number
  onRefused: (error: unknown) => void
  onClose: () => void
}) {
  const { document, count, page, onRefused, onClose } = props
  const [what, setWhat] = useState<What>(count > most ? 'range' : 'all')
  const [typed, setTyped] = useState(`${page}-${Math.min(count, page + most - 1)}`)
  const [printing, setPrinting] = useState<(Pages & { page: number }) | null>(null)
  const [error, setError] = useState<unknown>(null)
  const job = useRef<AbortController | null>(null)
  useEffect(() => () => job.current?.abort(), [])

  const chosen = {
    all: { from: 1, to: count },
    open: { from: page, to: page },
    range: rangeOf(typed, count),
  }[what]
  const fault = !chosen
    ? `Please enter pages from 1 to ${count}, such as 3-7`
    : chosen.to - chosen.from >= most
      ? `At most ${most} pages at once`
      : null
  const print = async ({ from, to }: Pages) => {
    const stop = new AbortController()
    job.current = stop
    setError(null)
    try {
      await printPages(document.id, { from, to }, stop.signal, (at) => setPrinting({ from, to, page: at }))
      onClose()
    } catch (thrown) {
      if (stop.signal.aborted) return
      if (isRefusal(thrown)) onRefused(thrown)
      setError(thrown)
    } finally {
      setPrinting(null)
    }
  }
  const done = printing ? printing.page - printing.from : 0
  const all = printing ? printing.to - printing.from + 1 : 1
  return (
    <Dialog title={`Print ${document.title}`} onClose={onClose}>
      {printing ? (
        <Stack>
          <p role="status" className={classes.plain}>
            Page {printing.page} of {printing.from} to {printing.to} is being prepared
          </p>
          <Progress value={(100 * done) / all} aria-label="Pages prepared" />
          <DialogButtons>
            <Button
              variant="default"
              onClick={() => {
                job.current?.abort()
                setPrinting(null)
              }}
            >
              Cancel
            </Button>
          </DialogButtons>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (chosen && !fault) void print(chosen)
          }}
        >
          <Stack>
            {error !== null && (
              <Alert color="wax" role="alert">
                {messageOf(error)}
              </Alert>
            )}
            <Radio.Group label="Pages" value={what} onChange={(value) => setWhat(value as What)}>
              <Stack gap="xs" mt="xs">
                <Radio value="all" disabled={count > most} label={`All ${count} pages`} />
                <Radio value="open" label={`Page ${page}, which is open`} />
                <Radio value="range" label="From page to page" />
              </Stack>
            </Radio.Group>
            {what === 'range' && (
              <TextInput
                label="From page to page"
                description={`For example 3-7; at most ${most} pages at once`}
                value={typed}
                maxLength={11}
                error={fault}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
            <p className={classes.plain}>Each printed page is recorded in the history of the document.</p>
            <DialogButtons>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" disabled={fault !== null}>
                Print
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
