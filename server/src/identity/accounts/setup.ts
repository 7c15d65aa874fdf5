import { createHmac, timingSafeEqual } from 'node:crypto'
import type * as contract from '@deedbox/contract/accounts.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { deployment } from '../../db/tables/storage.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { accountExists } from './new-account.ts'
import { refusePassword } from './new-password.ts'
import { handOver, openSession } from './sessions.ts'

/** Returns the token of the set-up link: the same on every server of this database, and stored nowhere. */
async function tokenOf({ keyring }: Pick<Services, 'keyring'>, ctx: ReadCtx): Promise<string> {
  const [row] = await ctx.tx.select({ id: deployment.id }).from(deployment)
  if (!row) throw new Error('The database has no deployment id')
  return createHmac('sha256', keyring.secret('set-up link')).update(row.id).digest('base64url')
}

/** Tells whether this token opens the set-up: while there is no administrator. */
async function isOpen(services: Pick<Services, 'keyring'>, ctx: ReadCtx, token: string): Promise<boolean> {
  const [expected, received] = [Buffer.from(await tokenOf(services, ctx)), Buffer.from(token)]
  if (expected.length !== received.length || !timingSafeEqual(expected, received)) return false
  return !(await hasAdmin(ctx))
}

async function hasAdmin(ctx: ReadCtx): Promise<boolean> {
  const administrators = await ctx.tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.role, 'admin'))
    .limit(1)
  return administrators.length > 0
}

/** Returns the set-up link, which works once, or null if there is an administrator. */
export async function openSetup(services: Services): Promise<string | null> {
  const nobody = { token: null, device: null, ip: null, userAgent: null, requestId: null }
  return services.contexts.read(nobody, async (ctx) => {
    if (await hasAdmin(ctx)) return null
    return `${services.place().publicUrl}/setup/${await tokenOf(services, ctx)}`
  })
}

/** Tells whether this set-up link is still valid. */
export async function getSetup(
  services: Services,
  ctx: ReadCtx,
  { params: { token } }: Input<typeof contract.getSetup>,
): Promise<Answer<typeof contract.getSetup>> {
  return { valid: await isOpen(services, ctx, token) }
}

/**
 * Creates the first administrator (decisions, section 2) and signs them in.
 * @throws Refusal setup-link-invalid, password-weak, password-compromised, account-exists.
 */
export async function setUp(
  services: Services,
  raw: Raw<typeof contract.setUp>,
  { params: { token }, body: { password, ...person } }: Input<typeof contract.setUp>,
): Promise<Answer<typeof contract.setUp>> {
  const { auth } = services
  if (!(await raw.read((ctx) => isOpen(services, ctx, token)))) throw new Refusal('setup-link-invalid')
  await refusePassword(services, password, person, 'strong')
  const library = await auth.context()
  const passwordHash = await auth.passwords.hash(password)

  const opened = await raw.transact(async (ctx) => {
    // The second of two at once, even on two servers, finds the first one's administrator.
    await advisoryLock(ctx, 'first administrator')
    if (await hasAdmin(ctx)) throw new Refusal('setup-link-invalid')
    await advisoryLock(ctx, `email ${person.email}`)
    if (await accountExists(ctx, person.email)) throw new Refusal('account-exists')
    const times = { createdAt: ctx.now, updatedAt: ctx.now }
    const made = { id: crypto.randomUUID(), name: `${person.firstName} ${person.lastName}`, ...person }
    const admin = {
      ...made,
      ...times,
      role: 'admin',
      emailVerified: true,
      confirmedAt: ctx.now,
      factorGraceFrom: ctx.now,
    }
    await ctx.tx.insert(profiles).values(admin)
    const account = { userId: made.id, accountId: made.id, providerId: 'credential', password: passwordHash }
    await library.internalAdapter.createAccount({ ...account, ...times })
    await ctx.audit({ event: 'first_admin_created', actor: made, subjectEmail: made.email })
    return openSession(ctx, services, made, { method: 'password' })
  })
  return handOver(services, raw, opened)
}
