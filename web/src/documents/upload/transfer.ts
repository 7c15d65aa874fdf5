import { documentHeader } from '@deedbox/contract/upload-protocol.ts'
import type { DetailedError, Upload, UploadOptions } from 'tus-js-client'
import { answerError } from '../../lib/api.ts'
import { watchSilence } from '../../lib/patience.ts'
import type { Told } from './send.ts'

/** What goes in one request: the server stores and acknowledges as much at a time. */
const chunkBytes = 16 * 1024 * 1024
/** A file may take a day, but not stand still: the server gives it up after the same time. */
const standsStillMs = 30_000
/** From the last byte of a request to its answer. After that it is asked how far the upload is. */
const storedWithinMs = 60_000
const firstPauseMs = 1_000
const longestPauseMs = 10_000
/** Answers that say: later. A busy upload is being stored; another offset means that an answer was lost. */
const later = new Set([408, 409, 423, 425, 429, 502, 503, 504])

const addressOfUpload = (id: string): string => `${location.origin}/api/uploads/${id}`

/** Discards an upload that was begun. */
export async function discardUpload(id: string): Promise<void> {
  const tus = await import('tus-js-client')
  await tus.Upload.terminate(addressOfUpload(id), { retryDelays: [500, 2_000] }).catch((error: unknown) => {
    const status = statusOf(error)
    // It is gone already, or has become a document meanwhile.
    if (status !== 404) throw status ? answerError(status, textOf(error)) : error
  })
}

const statusOf = (error: unknown): number =>
  (error as Partial<DetailedError>).originalResponse?.getStatus() ?? 0
const textOf = (error: unknown): string => (error as Partial<DetailedError>).originalResponse?.getBody() ?? ''

/**
 * Sends a file by the tus protocol. When the connection or the server is away it waits and goes on by itself.
 * `done` gives the id of the document; it rejects with an ApiError, or with 'cancelled' after `stop`, which leaves what
 * has arrived on the server.
 * @param from the id of an upload of this file that goes on; without it, or if it is gone, one is begun
 */
export function transfer(
  file: File,
  metadata: Record<string, string>,
  from: string | undefined,
  { onProgress, onWait, onBegun }: Told,
): { done: Promise<string>; stop: () => void } {
  const { promise: done, resolve, reject } = Promise.withResolvers<string>()
  let upload: Upload | undefined
  let pause = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof watchSilence> | undefined
  let ended = false
  let furthest = -1

  const end = () => {
    ended = true
    clearTimeout(timer)
    silence?.end()
    removeEventListener('online', soon)
  }
  const watch = () => {
    silence?.end()
    silence = watchSilence(standsStillMs)
    silence.signal.addEventListener('abort', () => {
      void upload?.abort()
      wait('away')
    })
  }
  const goOn = () => {
    clearTimeout(timer)
    timer = undefined
    if (ended) return
    watch()
    upload?.start()
  }
  /** The connection is back: no need to wait any longer. */
  const soon = () => timer && goOn()
  const wait = (why: 'away' | 'storing') => {
    silence?.end()
    if (ended) return
    onWait(why)
    timer = setTimeout(goOn, pause)
    pause = Math.min(pause * 2, longestPauseMs)
  }
  const failed = (error: unknown) => {
    const status = statusOf(error)
    if (status === 404 && upload?.url) return begin(undefined)
    if (status === 423 || status === 409) return wait('storing')
    if (status === 503 && textOf(error).includes('no-space')) return fail(error)
    if (status === 0 || later.has(status)) return wait('away')
    return fail(error)
  }
  const fail = (error: unknown) => {
    end()
    reject(answerError(statusOf(error), textOf(error)))
  }

  const begin = async (id: string | undefined) => {
    const options: UploadOptions = {
      endpoint: id ? null : `${location.origin}/api/uploads`,
      uploadUrl: id ? addressOfUpload(id) : null,
      // Asked twice to begin it, because an answer was lost, the server begins it once.
      metadata: { ...metadata, key: crypto.randomUUID() },
      chunkSize: chunkBytes,
      retryDelays: null,
      // Nothing is kept in the browser: the server knows the unfinished uploads of a person.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        // Otherwise a new one would be begun when this one cannot be asked for.
        if (upload) upload.options.endpoint = null
        onBegun(upload?.url?.split('/').at(-1) ?? '')
      },
      onProgress: (loaded) => {
        silence?.heard(loaded === file.size ? storedWithinMs : standsStillMs)
        if (loaded > furthest) pause = firstPauseMs
        furthest = Math.max(furthest, loaded)
        onWait(null)
        onProgress(loaded)
      },
      onSuccess: ({ lastResponse }) => {
        end()
        resolve(lastResponse.getHeader(documentHeader) ?? '')
      },
      onError: failed,
    }
    try {
      const tus = await import('tus-js-client')
      if (ended) return
      upload = new tus.Upload(file, options)
      goOn()
    } catch (error) {
      end()
      reject(error)
    }
  }

  addEventListener('online', soon)
  void begin(from)
  return {
    done,
    stop: () => {
      end()
      void upload?.abort()
      reject(new Error('cancelled'))
    },
  }
}
