import { toDetails } from '@deedbox/contract/document-details.ts'
import { faultOfFile } from '@deedbox/contract/upload-protocol.ts'
import type { UnfinishedUpload } from '@deedbox/contract/uploads.ts'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { noticeSession } from '../../lib/query.ts'
import { type DetailValues, valuesOf } from '../detail-values.ts'
import { refusalOf, titleOf } from './check-file.ts'
import { type Sample, withSample } from './progress.ts'
import { type Begun, detailsKey, type Goes, readDetails, sendFile, type Wait } from './send.ts'
import { discardUpload } from './transfer.ts'
import { useDuplicates } from './use-duplicates.ts'

/**
 * A file on the upload page. ready: details can be edited; refused: cannot be stored; waiting: in the queue; sending;
 * done; failed: can be retried with the same details, or only with another file if the fault is this one's.
 */
export type Upload = { key: string; file: File; details: DetailValues } & (
  | { is: 'ready' | 'waiting' }
  | { is: 'refused'; reason: string }
  | { is: 'sending'; loaded: number; samples: Sample[]; wait: Wait }
  | { is: 'done'; documentId: string; locked: boolean }
  | { is: 'failed'; reason: string; fields: Record<string, string>; code: string }
)

const maxParallel = 3

type Change =
  | { do: 'add'; uploads: Upload[] }
  | { do: 'describe'; key: string; details: Partial<DetailValues> }
  | { do: 'put'; key: string; upload: (before: Upload) => Upload }
  | { do: 'remove'; key: string }
  | { do: 'start'; today: string; key?: string }

/** Tells whether sending it, perhaps once more, can help. */
export const sendable = (upload: Upload): boolean =>
  upload.is === 'ready' || (upload.is === 'failed' && !faultOfFile(upload.code))

function next(uploads: Upload[], change: Change): Upload[] {
  switch (change.do) {
    case 'add':
      return [...uploads, ...change.uploads]
    case 'remove':
      return uploads.filter(({ key }) => key !== change.key)
    case 'start':
      return uploads.map((upload) =>
        sendable(upload) &&
        'details' in readDetails(upload.details, change.today) &&
        (change.key ?? upload.key) === upload.key
          ? waiting(upload)
          : upload,
      )
    case 'describe':
      return uploads.map((upload) =>
        upload.key === change.key ? { ...upload, details: { ...upload.details, ...change.details } } : upload,
      )
    case 'put':
      return uploads.map((upload) => (upload.key === change.key ? change.upload(upload) : upload))
  }
}

const waiting = ({ key, file, details }: Upload): Upload => ({ key, file, details, is: 'waiting' })
const asked = ({ key, file, details }: Upload): Upload => ({ key, file, details, is: 'ready' })

/** Keeps the files of the upload page: at most three are sent at a time, and one that fails does not stop the others. */
export function useUploads(
  maxBytes: number,
  today: string,
  { matterId, versionOf }: Goes,
  onDone: () => void,
) {
  const [uploads, apply] = useReducer(next, [])
  const running = useRef(new Map<string, () => void>())
  /** Where uploads of an earlier visit go. */
  const places = useRef(new Map<string, Goes>())
  /** Uploads that the server has begun for these files, so that another attempt continues them. */
  const begun = useRef(new Map<string, Begun>())

  const send = useCallback(
    async ({ key, file, details }: Upload) => {
      const put = (upload: (before: Upload) => Upload) => apply({ do: 'put', key, upload })
      put(() => ({ key, file, details, is: 'sending', loaded: 0, samples: [], wait: null }))
      const read = readDetails(details, today)
      if (!('details' in read)) return put(() => ({ key, file, details, is: 'ready' }))
      const whileSending = (change: (before: Upload & { is: 'sending' }) => Upload) =>
        put((before) => (before.is === 'sending' ? change(before) : before))
      const goes = places.current.get(key) ?? { matterId, versionOf }
      const given = { details: read.details, goes }
      const sent = detailsKey(given.details, goes)
      const earlier = begun.current.get(key)
      // Discard an upload that was begun with other details, as they were changed since.
      if (earlier && earlier.details !== sent) void discardUpload(earlier.id).catch(() => undefined)
      const { done, stop } = sendFile(file, given, earlier, {
        onBegun: (id) => begun.current.set(key, { id, details: sent }),
        onWait: (wait) =>
          whileSending((before) =>
            before.wait === wait ? before : { ...before, wait, samples: wait ? [] : before.samples },
          ),
        onProgress: (loaded) =>
          whileSending((before) => ({
            ...before,
            loaded,
            samples: withSample(before.samples, { at: Date.now(), loaded }),
          })),
      })
      running.current.set(key, stop)
      try {
        const stored = await done
        put(() => ({ key, file, details, is: 'done', ...stored }))
        onDone()
      } catch (error) {
        noticeSession(error)
        if (error instanceof ApiError)
          put(() => ({
            ...{ key, file, details, is: 'failed', code: error.code },
            ...{ reason: messageOf(error), fields: error.fields },
          }))
        else put(() => ({ key, file, details, is: 'ready' }))
      } finally {
        running.current.delete(key)
      }
    },
    [onDone, today, matterId, versionOf],
  )

  const { hold, ...duplicates } = useDuplicates(uploads)
  useEffect(() => {
    const waits = uploads.filter(({ is }) => is === 'waiting')
    // Ask the person first about files that were found to be stored already after Upload was pressed.
    for (const { key } of waits.filter(({ key }) => hold(key) === 'asks'))
      apply({ do: 'put', key, upload: asked })
    const free = maxParallel - running.current.size
    for (const upload of waits.filter(({ key }) => hold(key) === null).slice(0, Math.max(free, 0)))
      if (!running.current.has(upload.key)) void send(upload)
  }, [uploads, send, hold])

  const cancelAll = useCallback(() => {
    for (const cancel of running.current.values()) cancel()
  }, [])
  useEffect(() => cancelAll, [cancelAll])

  const discardBegun = (key: string) => {
    const id = begun.current.get(key)?.id
    begun.current.delete(key)
    if (id) void discardUpload(id).catch(() => undefined)
  }

  /** Continues an upload of an earlier visit, now that its file has been chosen again. */
  const resume = (unfinished: UnfinishedUpload, file: File) => {
    const { id, matterId, versionOf } = unfinished
    const goes = { matterId, versionOf }
    const details = valuesOf(unfinished)
    const key = crypto.randomUUID()
    const read = readDetails(details, today)
    if ('details' in read) begun.current.set(key, { id, details: detailsKey(read.details, goes) })
    places.current.set(key, goes)
    apply({ do: 'add', uploads: [{ key, file, details, is: 'waiting' }] })
  }

  const add = (files: File[], given?: Partial<DetailValues>) =>
    apply({
      do: 'add',
      uploads: files.map((file) => {
        const details = { ...valuesOf(toDetails({ title: titleOf(file.name) })), ...given }
        const reason = refusalOf(file, maxBytes)
        const key = crypto.randomUUID()
        return reason ? { key, file, details, is: 'refused', reason } : { key, file, details, is: 'ready' }
      }),
    })

  /** Puts another file in the place of one that cannot be stored; typed details stay. */
  const replace = ({ key, details }: Upload, file: File) => {
    discardBegun(key)
    const reason = refusalOf(file, maxBytes)
    const upload: Upload = reason
      ? { key, file, details, is: 'failed', reason, fields: {}, code: 'file-type' }
      : { key, file, details, is: 'ready' }
    apply({ do: 'put', key, upload: () => upload })
  }

  const cancel = (upload: Upload) => {
    const stop = running.current.get(upload.key)
    if (stop) {
      stop()
      discardBegun(upload.key)
    } else
      apply({
        do: 'put',
        key: upload.key,
        upload: ({ key, file, details }) => ({ key, file, details, is: 'ready' }),
      })
  }

  return {
    uploads,
    busy: uploads.some(({ is }) => is === 'waiting' || is === 'sending'),
    add,
    ...duplicates,
    asks: (upload: Upload) => sendable(upload) && hold(upload.key) === 'asks',
    describe: (key: string, details: Partial<DetailValues>) => apply({ do: 'describe', key, details }),
    /** Uploads all files that have valid details and were not sent yet. */
    start: () => apply({ do: 'start', today }),
    retry: (key: string) => apply({ do: 'start', today, key }),
    cancel,
    cancelAll,
    remove: (key: string) => {
      discardBegun(key)
      apply({ do: 'remove', key })
    },
    replace,
    resume,
    /** Tells whether this page itself has begun or continued that upload. */
    knows: (id: string) => [...begun.current.values()].some((one) => one.id === id),
  }
}
