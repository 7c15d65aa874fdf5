import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../../platform/errors.ts'
import { fairQueue, TooManyWaitingError } from '../../platform/queue.ts'

/** Cost of a hash (RFC 7914): N = 2^`ln`, block size `r`, `p` times. It takes 128 * N * r bytes, and time by N * r * p. */
export type Cost = { ln: number; r: number; p: number }

/** OWASP Password Storage Cheat Sheet: 128 MiB, a third of a second and more. */
export const owaspCost: Cost = { ln: 17, r: 8, p: 1 }
/** Cost of better-auth's hashes, and at first of Deedbox's. */
const libraryCost: Cost = { ln: 14, r: 16, p: 1 }

/** Length of a hash in bytes. */
const hashBytes = 64
/** Hashes made at the same time: 256 MiB, and half of the threads that Node has for files and hashes. */
const atOnce = 2
/** Hashes that may wait: at half a second each the last one begins after 8 seconds. */
const maxWaiting = 32

const work = ({ ln, r, p }: Cost) => 2 ** ln * r * p

const scryptAsync = promisify<string, string | Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Derives the scrypt hash of a password as it is given, 64 bytes. */
export function derive(password: string, salt: string | Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln
  return scryptAsync(password, salt, hashBytes, { N, r, p, maxmem: 128 * r * (N + p + 2) })
}

type Parsed = { cost: Cost; salt: string | Buffer; key: Buffer }

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Writes the PHC string format: `$scrypt$ln=17,r=8,p=1$salt$hash`, in Base64 without padding. */
const format = ({ ln, r, p }: Cost, salt: Buffer, key: Buffer) =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`

const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{86})$/
/** Form in which better-auth writes a hash; the salt is taken as the letters that it is written in. */
const libraryForm = /^([0-9a-f]{32}):([0-9a-f]{128})$/

/** @throws if it is neither form, or wants more memory than `owaspCost`. */
function parse(hash: string): Parsed {
  const [, ln, r, p, salt, key] = form.exec(hash) ?? []
  if (salt && key) {
    const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
    if (work({ ...cost, p: 1 }) > work(owaspCost)) throw new Error('A password hash wants too much memory')
    return { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
  }
  const [, letters, hex] = libraryForm.exec(hash) ?? []
  if (!letters || !hex) throw new Error('A password hash has an unknown form')
  return { cost: libraryCost, salt: letters, key: Buffer.from(hex, 'hex') }
}

/** Result of checking a password. `renewed`: a hash to be stored instead of one that was made at another cost. */
export type Checked = { right: boolean; renewed: string | null }

/** Result during a lockout, when no password is checked. */
export const notChecked: Checked = { right: false, renewed: null }

/** Password hashing with scrypt. Every function throws Refusal 'unavailable' while too many hashes wait. */
export type Passwords = {
  /** Makes a hash in the PHC string format. */
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
  /** Checks a password that may let somebody in. A wrong one takes as long as any, whatever the hash, also where there is none. */
  check(hash: string | null | undefined, password: string): Promise<Checked>
}

/** Hashes at this cost, a few at a time. */
export function createPasswords(cost: Cost = owaspCost, using = derive): Passwords {
  const queue = fairQueue({ atOnce, atOnceEach: atOnce, waitingEach: maxWaiting })

  async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    try {
      // The queue is one for all: who signs in is nobody yet.
      return await queue({ person: 'anybody' }, task)
    } catch (error) {
      throw error instanceof TooManyWaitingError ? new Refusal('unavailable', { cause: error }) : error
    }
  }

  /** Derives the key of a password, normalised as better-auth does, so that it is the same from every keyboard. */
  const keyOf = (password: string, salt: string | Buffer, at: Cost) =>
    using(password.normalize('NFKC'), salt, at)

  async function make(password: string): Promise<string> {
    const salt = randomBytes(16)
    return format(cost, salt, await keyOf(password, salt, cost))
  }

  async function check(hash: string | null | undefined, password: string): Promise<Checked> {
    if (!hash) {
      await make(password)
      return { right: false, renewed: null }
    }
    const { cost: own, salt, key } = parse(hash)
    const right = timingSafeEqual(await keyOf(password, salt, own), key)
    if (right) return { right, renewed: work(own) === work(cost) ? null : await make(password) }
    // A cheaper hash would tell by its time that there is an account: what it lacks is spent.
    const lacking = Math.floor((work(cost) - work(own)) / work({ ...cost, r: 1 }))
    if (lacking > 0) await keyOf(password, salt, { ...cost, r: lacking })
    return { right, renewed: null }
  }

  return {
    hash: (password) => inTurn(() => make(password)),
    verify: async ({ hash, password }) => (await inTurn(() => check(hash, password))).right,
    check: (hash, password) => inTurn(() => check(hash, password)),
  }
}
