import { type Answer, call } from '../../lib/api.ts'
import type { Hashed } from './hash.worker.ts'

export type Duplicate = Answer<'POST /api/documents/duplicates'>['duplicates'][number]

/** Check of a chosen file: the part that was read, or the result, such as stored already or chosen twice. */
export type Check =
  | { is: 'checking'; part: number }
  | { is: 'new' }
  | { is: 'stored'; document: Duplicate }
  | { is: 'twice'; name: string }

type Chosen = { key: string; file: File }

/** Number of files about which the server is asked at once. */
const askedAtOnce = 100
const soonMs = 200

/**
 * Finds out which chosen files are stored already, one after the other. If that is unknown, a file counts as new, so that nothing is refused because
 * of it.
 */
export function createCheck(tell: (key: string, check: Check) => void) {
  let waiting: Chosen[] = []
  let hashed: (Chosen & { sha256: string })[] = []
  /** The first file with each content, to find those chosen twice. */
  const first = new Map<string, Chosen>()
  let current: { key: string; worker: Worker } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async () => {
    clearTimeout(timer)
    timer = undefined
    const batch = hashed.slice(0, askedAtOnce)
    hashed = hashed.slice(askedAtOnce)
    if (batch.length === 0) return
    if (hashed.length > 0) void ask()
    const known = await call('POST /api/documents/duplicates', {
      body: { hashes: batch.map(({ sha256 }) => sha256) },
    }).catch(() => ({ duplicates: [] }))
    const stored = new Map(known.duplicates.map((document) => [document.sha256, document]))
    for (const { key, sha256 } of batch) {
      const document = stored.get(sha256)
      const other = first.get(sha256)
      if (document) tell(key, { is: 'stored', document })
      else tell(key, other && other.key !== key ? { is: 'twice', name: other.file.name } : { is: 'new' })
    }
  }

  const finish = ({ key, file }: Chosen, sha256: string | null) => {
    current?.worker.terminate()
    current = undefined
    if (sha256) {
      if (!first.has(sha256)) first.set(sha256, { key, file })
      hashed.push({ key, file, sha256 })
      if (hashed.length >= askedAtOnce) void ask()
      else timer ??= setTimeout(ask, soonMs)
    } else tell(key, { is: 'new' })
    goOn()
  }

  const goOn = () => {
    const next = waiting[0]
    if (current || !next) return
    waiting = waiting.slice(1)
    const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    current = { key: next.key, worker }
    worker.onmessage = ({ data }: MessageEvent<Hashed>) =>
      'part' in data ? tell(next.key, { is: 'checking', part: data.part }) : finish(next, data.sha256)
    worker.onerror = () => finish(next, null)
    worker.postMessage(next.file)
  }

  const forget = (key: string) => {
    waiting = waiting.filter((one) => one.key !== key)
    hashed = hashed.filter((one) => one.key !== key)
    for (const [sha256, one] of first) if (one.key === key) first.delete(sha256)
    if (current?.key !== key) return
    current.worker.terminate()
    current = undefined
    goOn()
  }

  return {
    add: (chosen: Chosen) => {
      waiting.push(chosen)
      tell(chosen.key, { is: 'checking', part: 0 })
      goOn()
    },
    forget,
    stop: () => {
      waiting = []
      clearTimeout(timer)
      current?.worker.terminate()
    },
  }
}
