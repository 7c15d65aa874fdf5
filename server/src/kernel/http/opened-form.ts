import { randomUUID } from 'node:crypto'
import { daysBefore } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, getTableName, gt } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { Refusal } from '../../platform/errors.ts'
import { createSigner } from '../../platform/signed.ts'
import type { WriteCtx } from '../context/context.ts'
import { advisoryLock } from '../context/lock.ts'

const { fastestMs, livesMs, perEmailADay, perNetworkADay } = limits.contact
/** Public forms; a token of one is not good for another. */
type Form = 'contact form' | 'inspection form'

/** Makes a token for a public form that is opened now: the form's id and the time, signed. */
export const openForm = (keyring: Keyring, form: Form, now: Date): string =>
  createSigner(keyring, form).sign(`${randomUUID()}.${now.getTime()}`)

/**
 * Returns the id of the form that a token was made for. A robot is refused like a person who was quick or slow, and with words that say
 * what to do: nothing that a person typed is lost.
 * @throws Refusal 'contact-too-quick', after which the same token is good; 'contact-form-old', which needs a new one.
 */
export function readForm(keyring: Keyring, form: Form, token: string, now: Date): string {
  const [id, opened] = createSigner(keyring, form).read(token)?.split('.') ?? []
  const age = now.getTime() - Number(opened)
  if (!id || !(age < livesMs)) throw new Refusal('contact-form-old')
  if (age < fastestMs) throw new Refusal('contact-too-quick')
  return id
}

type Sent = PgTable & Record<'email' | 'network' | 'createdAt', PgColumn>
type Sender = { email: string; network: string | null }

/**
 * Bounds what one email and one network send by a public form within 24 hours. Forms of one sender are counted one after another.
 * @throws Refusal 'contact-limit'.
 */
export async function refuseTooMany(ctx: WriteCtx, table: Sent, { email, network }: Sender): Promise<void> {
  const count = async (of: 'email' | 'network', sender: string, most: number) => {
    await advisoryLock(ctx, `${getTableName(table)} of ${of} ${sender}`)
    const recent = and(eq(table[of], sender), gt(table.createdAt, daysBefore(ctx.now, 1)))
    if ((await ctx.tx.$count(table, recent)) >= most)
      throw new Refusal('contact-limit', { values: { email: ctx.settings.supportEmail } })
  }
  if (email) await count('email', email, perEmailADay)
  if (network) await count('network', network, perNetworkADay)
}
