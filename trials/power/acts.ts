import { createHash, randomBytes } from 'node:crypto'

/* Records what was done to the Deedbox whose disk is recorded, as the trial keeps it beside the trace. Times are seconds since 1970. */

export type Person = { id: string; email: string; cookie: string }
/** `received`: bytes of a resumable upload. `mail`: these people's emails were sent. `erase`: the content is gone for good. */
export type Done =
  | ({ what: 'session' } & Person)
  | { what: 'upload'; owner: Person; id: string; title: string; sha256: string }
  | { what: 'share'; owner: Person; id: string; email: string }
  | { what: 'delete' | 'restore'; owner: Person; id: string }
  | { what: 'erase'; ids: string[] }
  | { what: 'part'; owner: Person; path: string; received: number }
  | { what: 'mail'; emails: string[] }
  | { what: 'backup'; copy: string; documents: number }
export type Act = Done & { begunAt: number; ackedAt: number }

export type Recorded = {
  acts: Act[]
  /** Time when the first server had started. */
  readyAt: number
  masterKey: string
  mark: string
  key: { publicKey: string; privateKey: string }
}

export const seconds = (): number => (performance.timeOrigin + performance.now()) / 1_000
export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
/** Makes a text file of this many bytes. */
export const someText = (bytes: number): Buffer =>
  Buffer.from(randomBytes(Math.ceil(bytes / 2)).toString('hex'))
