import { limits } from '@deedbox/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentencesOf } from './sentences.ts'
import { textQuery } from './use-pages.ts'
import { isRefusal } from './view.ts'

export const canReadAloud = (): boolean => 'speechSynthesis' in window

export type Aloud = ReturnType<typeof useReadAloud>

const language = 'en-AU'

/** Speaks a text; resolves when it has been spoken, or when speaking was stopped. */
function speak(text: string): Promise<void> {
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = language
    const voice = speechSynthesis.getVoices().find(({ lang }) => lang.replace('_', '-') === language)
    if (voice) utterance.voice = voice
    utterance.onend = () => resolve()
    utterance.onerror = () => resolve()
    speechSynthesis.speak(utterance)
  })
}

/** Reads the text of the pages aloud, starting at a page; it ends when the reader closes. */
export function useReadAloud(props: {
  documentId: string
  count: number
  onPage: (page: number) => void
  onRefused: (error: unknown) => void
}) {
  const { documentId, count, onPage, onRefused } = props
  const client = useQueryClient()
  const [page, setPage] = useState<number | null>(null)
  const [paused, setPaused] = useState(false)
  const [silent, setSilent] = useState(false)
  const turn = useRef(0)
  const stop = useCallback(() => {
    turn.current++
    if (canReadAloud()) speechSynthesis.cancel()
    setPage(null)
    setPaused(false)
  }, [])
  useEffect(() => stop, [stop])

  async function begin(from: number): Promise<void> {
    stop()
    const ownTurn = ++turn.current
    let anything = false
    setSilent(false)
    try {
      for (let at = from; at <= count; at++) {
        const texts = await client.fetchQuery(textQuery(documentId, at, count, limits.viewer.textEach))
        if (turn.current !== ownTurn) return
        setPage(at)
        if (at > from) onPage(at)
        for (const sentence of sentencesOf(texts.find((each) => each.page === at)?.text ?? '')) {
          anything = true
          await speak(sentence)
          if (turn.current !== ownTurn) return
        }
      }
    } catch (error) {
      if (isRefusal(error)) onRefused(error)
    }
    if (turn.current !== ownTurn) return
    stop()
    setSilent(!anything)
  }
  return {
    page,
    paused,
    /** State: there was nothing to read. */
    silent,
    begin: (from: number) => void begin(from),
    pause: () => {
      if (paused) speechSynthesis.resume()
      else speechSynthesis.pause()
      setPaused(!paused)
    },
    stop,
  }
}
