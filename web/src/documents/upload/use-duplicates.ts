import { useCallback, useEffect, useRef, useState } from 'react'
import { type Check, createCheck } from './duplicates.ts'

type Chosen = { key: string; file: File; is: string }

/** Finds which chosen files are stored already, and which of these the person wants to store anyway. */
export function useDuplicates(uploads: readonly Chosen[]) {
  const [checks, setChecks] = useState<ReadonlyMap<string, Check>>(new Map())
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const checker = useRef<ReturnType<typeof createCheck>>(undefined)
  const known = useRef(new Map<string, File>())

  useEffect(() => {
    for (const { key, file, is } of uploads) {
      if (known.current.get(key) === file || is === 'refused' || is === 'done') continue
      checker.current ??= createCheck((key, check) => setChecks((before) => new Map(before).set(key, check)))
      if (known.current.has(key)) checker.current.forget(key)
      known.current.set(key, file)
      checker.current.add({ key, file })
    }
    const keys = new Set(uploads.map(({ key }) => key))
    for (const key of [...known.current.keys()])
      if (!keys.has(key)) {
        known.current.delete(key)
        checker.current?.forget(key)
      }
  }, [uploads])
  useEffect(
    () => () => {
      checker.current?.stop()
      checker.current = undefined
      known.current.clear()
    },
    [],
  )

  /** Tells whether a file can be sent, waits for its check, or for the person's decision. */
  const hold = useCallback(
    (key: string): 'checking' | 'asks' | null => {
      const check = checks.get(key)
      if (wanted.has(key) || check?.is === 'new') return null
      return !check || check.is === 'checking' ? 'checking' : 'asks'
    },
    [checks, wanted],
  )
  return {
    checkOf: (key: string) => checks.get(key),
    hold,
    want: useCallback((key: string) => setWanted((before) => new Set(before).add(key)), []),
  }
}
