import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, isNull, lte } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { signingKeys } from '../../db/tables/sign-in.ts'
import type { Contexts, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { seal, unseal } from '../../platform/encryption/sealed.ts'

type Row = typeof signingKeys.$inferSelect
/** A public key of ours as a JSON Web Key (RFC 7517). */
export type PublicJwk = {
  kid: string
  alg: 'ES256'
  use: 'sig'
  kty: string
  crv: string
  x: string
  y: string
}

/** Another server may have made or retired a key since. A retired one is published for longer than its tokens live. */
const readAgainMs = 5 * 60_000

export const signingKeyPurpose = (kid: string) => `signing key ${kid}`

/** Returns the keys that sign access tokens (ES256): kept in the database, the private part encrypted, the same on all servers. */
export function createSigningKeys({ database, contexts, keyring }: Deps) {
  let known: { at: number; rows: Row[] } = { at: Number.NEGATIVE_INFINITY, rows: [] }
  const opened = new Map<string, KeyObject>()

  async function load(): Promise<Row[]> {
    const rows = await database.db.select().from(signingKeys).orderBy(asc(signingKeys.createdAt))
    known = { at: performance.now(), rows }
    return rows
  }
  const rows = async () => (performance.now() - known.at < readAgainMs ? known.rows : load())
  const inUse = (all: Row[]) => all.findLast(({ retiredAt }) => retiredAt === null)

  return {
    /** Returns the key that signs now; made when there is none yet. It must not be called inside a transaction. */
    async current(): Promise<{ kid: string; key: KeyObject }> {
      const row = inUse(await rows()) ?? (await make())
      const key =
        opened.get(row.id) ??
        createPrivateKey({
          key: JSON.parse(unseal(keyring, signingKeyPurpose(row.id), row.privateKey)),
          format: 'jwk',
        })
      opened.set(row.id, key)
      return { kid: row.id, key }
    },
    /** Finds the public key with this id, while tokens that it signed may live. */
    async find(kid: string): Promise<KeyObject | null> {
      const of = (all: Row[]) => all.find(({ id }) => id === kid)
      const row = of(await rows()) ?? of(await load())
      return row ? createPublicKey({ key: row.publicKey, format: 'jwk' }) : null
    },
    /** Returns all public keys whose tokens may live. */
    async published(): Promise<PublicJwk[]> {
      await this.current()
      return (await rows()).map(({ publicKey }) => publicKey as PublicJwk)
    },
    /** Replaces a key that has signed for long enough, and removes those whose tokens have all expired. */
    async rotate(): Promise<void> {
      await contexts.work(async (ctx) => {
        await advisoryLock(ctx, 'signing keys')
        const { retiredAt, createdAt } = signingKeys
        const signsSince = new Date(ctx.now.getTime() - limits.signingKey.signsMs)
        const retired = await ctx.tx
          .update(signingKeys)
          .set({ retiredAt: ctx.now })
          .where(and(isNull(retiredAt), lte(createdAt, signsSince)))
          .returning({ id: signingKeys.id })
        if (retired.length > 0) await insert(ctx, keyring)
        const over = new Date(ctx.now.getTime() - limits.accessTokenMs - limits.signingKey.marginMs)
        await ctx.tx.delete(signingKeys).where(lte(retiredAt, over))
      })
      await load()
    },
  }

  /** Makes the first key. If several servers need one at once, the first of them makes it. */
  async function make(): Promise<Row> {
    await contexts.work(async (ctx) => {
      await advisoryLock(ctx, 'signing keys')
      if ((await ctx.tx.$count(signingKeys, isNull(signingKeys.retiredAt))) === 0) await insert(ctx, keyring)
    })
    const row = inUse(await load())
    if (!row) throw new Error('There is no key to sign with')
    return row
  }
}

type Deps = { database: Database; contexts: Contexts; keyring: Keyring }
export type SigningKeys = ReturnType<typeof createSigningKeys>

async function insert(ctx: WriteCtx, keyring: Keyring): Promise<void> {
  const kid = randomUUID()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }
  await ctx.tx.insert(signingKeys).values({
    id: kid,
    publicKey: jwk,
    privateKey: seal(keyring, signingKeyPurpose(kid), JSON.stringify(privateKey.export({ format: 'jwk' }))),
    createdAt: ctx.now,
  })
  await ctx.audit({ event: 'signing_key_made', actor: null, details: { kid } })
}

declare module '../../kernel/services.ts' {
  interface Services {
    signingKeys: SigningKeys
  }
}
