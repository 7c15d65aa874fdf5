import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type * as contract from '@deedbox/contract/accounts.ts'
import { eq } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { profiles } from '../db/tables/accounts.ts'
import type { Answer, Input, Raw } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import type { Auth } from './auth.ts'
import { hold } from './lockout.ts'
import { accountExists } from './new-account.ts'
import { refusePassword } from './new-password.ts'
import { handOver, openSession } from './sessions.ts'

/** The hash of the set-up token of each running server; the token itself is only printed. */
const open = new WeakMap<Auth, Buffer>()

const hash = (token: string) => createHash('sha256').update(token).digest()

function isOpen(auth: Auth, token: string): boolean {
  const kept = open.get(auth)
  return kept !== undefined && timingSafeEqual(kept, hash(token))
}

async function hasAdmin(ctx: ReadCtx): Promise<boolean> {
  const found = await ctx.tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.role, 'admin'))
    .limit(1)
  return found.length > 0
}

/** A new set-up link that works once, or null if there is an administrator. It replaces the previous link. */
export async function openSetup({ auth, contexts, place }: Services): Promise<string | null> {
  const nobody = { token: null, device: null, ip: null, userAgent: null, requestId: null }
  if (await contexts.read(nobody, hasAdmin)) return null
  const token = randomBytes(32).toString('base64url')
  open.set(auth, hash(token))
  return `${place().publicUrl}/setup/${token}`
}

/** Whether this set-up link is still valid. */
export async function getSetup(
  { auth }: Services,
  ctx: ReadCtx,
  { params: { token } }: Input<typeof contract.getSetup>,
): Promise<Answer<typeof contract.getSetup>> {
  return { valid: isOpen(auth, token) && !(await hasAdmin(ctx)) }
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
  if (!isOpen(auth, token) || (await raw.read(hasAdmin))) throw new Refusal('setup-link-invalid')
  await refusePassword(services, password, person, { strong: true })
  const library = await auth.context()
  const passwordHash = await library.password.hash(password)

  const opened = await raw.transact(async (ctx) => {
    // Of two at once, even on two servers with a link each, the second finds the first one's administrator.
    await hold(ctx, 'first administrator')
    if (await hasAdmin(ctx)) throw new Refusal('setup-link-invalid')
    await hold(ctx, `email ${person.email}`)
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
  open.delete(auth)
  return handOver(services, raw, opened)
}
