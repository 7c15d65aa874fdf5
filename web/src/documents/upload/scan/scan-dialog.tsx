import { limits } from '@deedbox/contract/limits.ts'
import { Alert, Button, Group, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCamera, IconPhoto } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { ChooseButton } from '../choose-button.tsx'
import { loadPdfLibrary, makePdf } from './make-pdf.ts'
import { PageItem } from './page-item.tsx'
import classes from './scan.module.css'
import { usePages } from './use-pages.ts'

/** Photographs and images become one PDF, which then is a file like any other. Nothing is sent here, so it works offline. */
export function ScanDialog(props: {
  first: readonly File[]
  onMade: (pdf: File, title: string) => void
  onClose: () => void
}) {
  const { pages, reading, unread, add, ...change } = usePages(props.first)
  const [title, setTitle] = useState('')
  const [problem, setProblem] = useState<'title' | 'pages' | 'making' | null>(null)
  const [making, setMaking] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const words = {
    title: pages.length === 1 ? 'Discard this page?' : `Discard ${pages.length} pages?`,
    confirm: 'Discard',
    text: 'The pages are only in this browser: they will be lost.',
  }
  useUnsaved(
    () => pages.length > 0 || title !== '',
    () => (making || pages.length === 0 ? null : words),
  )
  useEffect(() => void loadPdfLibrary().catch(() => undefined), [])

  const close = () => {
    if (!making) props.onClose()
  }
  const cancel = () => (pages.length > 0 ? setDiscarding(true) : close())
  const make = async () => {
    if (title.trim() === '') {
      setProblem('title')
      return field.current?.focus()
    }
    if (pages.length === 0) return setProblem('pages')
    setMaking(true)
    setProblem(null)
    try {
      props.onMade(await makePdf(title.trim(), pages), title.trim())
    } catch {
      setProblem('making')
      setMaking(false)
    }
  }
  /** Moves a page, which keeps the focus wherever the browser puts its element. */
  const move = (at: number, by: -1 | 1) => {
    const page = pages[at]
    const to = at + by
    if (!page || to < 0 || to >= pages.length) return
    const label = document.activeElement?.getAttribute('aria-label')
    change.move(at, by)
    setSaid(`Now page ${to + 1} of ${pages.length}.`)
    requestAnimationFrame(() => {
      const item = list.current?.querySelector(`[data-page="${page.key}"]`)
      const same = label?.replace(/\d+/, String(to + 1))
      item?.querySelector<HTMLElement>(`button[aria-label="${same}"]`)?.focus()
    })
  }
  const remove = (key: string, at: number) => {
    change.remove(key)
    setSaid(`Page ${at + 1} was removed.`)
    requestAnimationFrame(() => {
      const next = list.current?.children[Math.min(at, pages.length - 2)]
      const button = next?.querySelector<HTMLElement>('button[aria-label^="Remove"]')
      ;(button ?? field.current)?.focus()
    })
  }

  return (
    <Dialog onClose={close} title="Scan to PDF" size="xl">
      <Stack>
        <TextInput
          ref={field}
          label="Title"
          required
          maxLength={limits.text.title}
          value={title}
          error={problem === 'title' ? 'Please enter a title' : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group gap="sm">
          <ChooseButton
            camera
            onChosen={add}
            leftSection={<IconCamera size={16} aria-hidden="true" />}
            variant="default"
          >
            {pages.length > 0 ? 'Photograph another page' : 'Photograph a page'}
          </ChooseButton>
          <ChooseButton
            images
            onChosen={add}
            leftSection={<IconPhoto size={16} aria-hidden="true" />}
            variant="default"
          >
            Choose images
          </ChooseButton>
        </Group>
        {unread.length > 0 && (
          <Alert color="wax" role="alert" icon={<IconAlertCircle />} title="Not every image could be read">
            {unread.join(', ')}: choose JPEG, PNG or WebP images.
          </Alert>
        )}
        {pages.length > 0 ? (
          <ol ref={list} className={classes.pages} aria-label="Pages">
            {pages.map((page, at) => (
              <PageItem
                key={page.key}
                page={page}
                at={at}
                of={pages.length}
                onMove={(by) => move(at, by)}
                onTurn={() => change.turn(page.key)}
                onRemove={() => remove(page.key, at)}
              />
            ))}
          </ol>
        ) : (
          reading === 0 && (
            <p className={classes.none}>
              Each photograph becomes one A4 page. Nothing is sent until you upload the finished PDF.
            </p>
          )
        )}
        {problem === 'pages' && (
          <Alert color="wax" role="alert" icon={<IconAlertCircle />}>
            Photograph or choose at least one page.
          </Alert>
        )}
        {problem === 'making' && (
          <Alert color="wax" role="alert" icon={<IconAlertCircle />} title="Failed to make the PDF">
            The pages are still here. Check your connection if this is your first scan, and try again.
          </Alert>
        )}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <DialogButtons>
          <Button variant="default" onClick={cancel} disabled={making}>
            Cancel
          </Button>
          <Button onClick={make} loading={making || reading > 0}>
            {pages.length > 1 ? `Make a PDF of ${pages.length} pages` : 'Make a PDF'}
          </Button>
        </DialogButtons>
      </Stack>
      {discarding && (
        <ConfirmDialog
          title={words.title}
          confirm={words.confirm}
          destructive
          failure="Failed to discard"
          onClose={() => setDiscarding(false)}
          act={async () => props.onClose()}
        >
          {words.text}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
