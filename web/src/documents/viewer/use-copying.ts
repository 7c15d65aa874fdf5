import { limits } from '@deedbox/contract/limits.ts'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { copiedText } from './annotations.ts'
import type { StageHandle } from './stage.tsx'
import { textQuery } from './use-pages.ts'
import { isRefusal } from './view.ts'

const each = limits.viewer.textEach

export type Copying = ReturnType<typeof useCopying>

/** Selects and copies the words of the whole document, of which only the pages in view are in the browser. */
export function useCopying(props: {
  documentId: string
  count: number
  copies: boolean
  stage: { current: StageHandle | null }
  onRefused: (error: unknown) => void
}) {
  const { documentId, count, stage } = props
  const client = useQueryClient()
  const [page, setPage] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  const stop = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  async function read(signal: AbortSignal): Promise<Blob> {
    const pages = []
    for (let from = 1; from <= count; from += each) {
      signal.throwIfAborted()
      setPage(from)
      pages.push(...(await client.fetchQuery(textQuery(documentId, from, count, each))))
    }
    signal.throwIfAborted()
    const text = copiedText(pages)
    if (text === '') throw new NoWords()
    return new Blob([text], { type: 'text/plain' })
  }

  async function copy(): Promise<void> {
    if (running.current) return
    if (!navigator.clipboard?.write)
      return void toast.warning('This browser lets nothing be copied here. Select a part of a page instead.')
    const stopper = new AbortController()
    running.current = stopper
    const { signal } = stopper
    // Fault of the reading; the browser says only that nothing was written.
    let fault: unknown
    const words = read(signal).catch((error: unknown) => {
      fault = error
      throw error
    })
    try {
      // Browsers want the promise of the text at once, while the key counts.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': words })])
      toast.success(
        count === 1 ? 'The words of the page are copied' : `The words of ${count} pages are copied`,
      )
    } catch (error) {
      if (signal.aborted) return
      if (fault instanceof NoWords) toast.warning('This document has no words that can be copied.')
      else if (isRefusal(fault)) props.onRefused(fault)
      else toast.failure('Failed to copy the words', fault ?? error)
    } finally {
      running.current = null
      setPage(null)
    }
  }
  useWindowEvent('copy', (event) => {
    if (event.target instanceof HTMLInputElement || !stage.current?.hasAll()) return
    event.preventDefault()
    void copy()
  })
  return {
    page,
    stop,
    copy: () => void copy(),
    selectAll: () => {
      if (!props.copies)
        return void toast.warning('You were given access to view this document, not to copy its words.')
      stage.current?.selectAll()
      toast.success('The whole document is selected. Ctrl+C copies its words.')
    },
  }
}

class NoWords extends Error {}
