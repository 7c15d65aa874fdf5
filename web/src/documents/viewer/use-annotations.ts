import { useMemo, useState } from 'react'
import { type Marks, type Note, numbered, type PageLink } from './annotations.ts'
import type { StageHandle } from './stage.tsx'
import { useAnnotationsOf, useRefusal } from './use-pages.ts'

/** Keeps the links and notes of the document, where it has any, and goes where they lead. */
export function useAnnotations(props: {
  documentId: string
  there: boolean
  stage: { current: StageHandle | null }
  /** Called with the address of a link that leads out. */
  onAddress: (address: string) => void
  onNotes: () => void
  onRefused: (error: unknown) => void
}) {
  const { stage } = props
  const { data, error } = useAnnotationsOf(props.documentId, props.there)
  useRefusal(error, props.onRefused)
  const [currentNote, setCurrentNote] = useState<number | null>(null)
  const notes = useMemo(() => numbered(data?.notes ?? []), [data])
  const showNote = (note: Note) => {
    setCurrentNote(note.number)
    stage.current?.show({ page: note.page, boxes: [note.box] })
  }
  const marks: Marks = {
    links: data?.links ?? [],
    notes,
    currentNote,
    onLink: (to: PageLink['to']) => {
      if ('address' in to) return props.onAddress(to.address)
      stage.current?.show({
        page: to.page,
        boxes: to.y === null ? [] : [{ x: 0, y: to.y, width: 0, height: 0 }],
      })
      stage.current?.focus()
    },
    onNote: (note) => {
      setCurrentNote(note.number)
      props.onNotes()
    },
  }
  return { marks, notes, more: data?.more ?? false, showNote, forget: () => setCurrentNote(null) }
}
