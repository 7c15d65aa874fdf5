import { lockedHeader } from '@deedbox/contract/file-key.ts'
import { documentHeader } from '@deedbox/contract/upload-protocol.ts'
import type { DetailedError, Upload, UploadOptions } from 'tus-js-client'
import { answerError } from '../../lib/api.ts'
import { watchSilence } from '../../lib/patience.ts'
import type { Told } from './send.ts'
import { waitsFor } from './waits.ts'

/** Bytes in one request, as many as the server stores and acknowledges at a time. */
const chunkBytes = 16 * 1024 * 1024
/** Milliseconds without progress after which a request is given up, as the server does; a whole file may take a day. */
const standsStillMs = 30_000
/** Milliseconds from the last byte of a request to its answer, after which the page asks how far the upload is. */
const storedWithinMs = 60_000
const firstPauseMs = 1_000
const longestPauseMs = 10_000

const addressOfUpload = (id: string): string => `${location.origin}/api/uploads/${id}`

/** Document that an upload has become; `locked`: a PDF that needs a password. */
type Stored = { documentId: string; locked: boolean }

/** Discards an upload that was begun. */
export async function discardUpload(id: string): Promise<void> {
  const tus = await import('tus-js-client')
  await tus.Upload.terminate(addressOfUpload(id), { retryDelays: [500, 2_000] }).catch((error: unknown) => {
    const status = statusOf(error)
    // Status 404 means that it is gone already, or has become a document meanwhile.
    if (status !== 404) throw status ? answerError(status, textOf(error)) : error
  })
}

const statusOf = (error: unknown): number =>
  (error as Partial<DetailedError>).originalResponse?.getStatus() ?? 0
const textOf = (error: unknown): string => (error as Partial<DetailedError>).originalResponse?.getBody() ?? ''

/**
 * Sends a file by the tus protocol. When the connection or the server is away, it waits and continues by itself.
 * `done` gives the document; it rejects with an ApiError, or with 'cancelled' after `stop`, which leaves what
 * has arrived on the server.
 * @param from the id of an upload of this file to continue; a new one is begun if it is absent or gone
 */
export function transfer(
  file: File,
  metadata: Record<string, string>,
  from: string | undefined,
  { onProgress, onWait, onBegun }: Told,
): { done: Promise<Stored>; stop: () => void } {
  const { promise: done, resolve, reject } = Promise.withResolvers<Stored>()
  let upload: Upload | undefined
  let pause = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof watchSilence> | undefined
  let ended = false
  let furthest = -1
  /** State: refused once as not signed in, as the session may have been renewed after the request was sent. */
  let refused = false

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
  /** Stops waiting when the connection is back. */
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
    if (status === 401 && !refused) {
      refused = true
      return wait('away')
    }
    const answered = answerError(status, textOf(error))
    const waited = waitsFor(answered)
    if (waited) return wait(waited)
    end()
    reject(answered)
  }

  const begin = async (id: string | undefined) => {
    const options: UploadOptions = {
      endpoint: id ? null : `${location.origin}/api/uploads`,
      uploadUrl: id ? addressOfUpload(id) : null,
      // Key by which the server begins an upload once, even if asked twice because an answer was lost.
      metadata: { ...metadata, key: crypto.randomUUID() },
      chunkSize: chunkBytes,
      retryDelays: null,
      // Storing in the browser is off, as the server knows a person's unfinished uploads.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        // Keep tus from beginning a new upload when the state of this one cannot be fetched.
        if (upload) upload.options.endpoint = null
        onBegun(upload?.url?.split('/').at(-1) ?? '')
      },
      onProgress: (loaded) => {
        silence?.heard(loaded === file.size ? storedWithinMs : standsStillMs)
        if (loaded > furthest) {
          pause = firstPauseMs
          refused = false
        }
        furthest = Math.max(furthest, loaded)
        onWait(null)
        onProgress(loaded)
      },
      onSuccess: ({ lastResponse }) => {
        end()
        resolve({
          documentId: lastResponse.getHeader(documentHeader) ?? '',
          locked: lastResponse.getHeader(lockedHeader) === 'yes',
        })
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
