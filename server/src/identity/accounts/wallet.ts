import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { authAccounts, profiles } from '../../db/tables/accounts.ts'
import { usedAssertions } from '../../db/tables/sign-in.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { isFor, messageLivesMs, readWalletMessage, signerOf } from '../../platform/wallet-message.ts'
import { securityNotice } from './security-notice.ts'
import { maySignIn, type Opened, openSession } from './sessions.ts'
import { refuseOtherWays } from './ways.ts'

/** A signed message of EIP-4361. */
type Signed = { message: string; signature: string }

/** The provider of the accounts that wallets are. */
export const walletProvider = 'web3'

/**
 * Begins a session for the account that a wallet is linked with; it never makes one (ADR 27).
 * @throws Refusal wallet-off; wallet-invalid for a message that is not ours, over or used, and a wrong signature; wallet-unknown; provider-required.
 */
export async function signInWithWallet(
  services: Services,
  { transact }: { transact: <T>(fn: (ctx: WriteCtx) => Promise<T>) => Promise<T> },
  signed: Signed,
): Promise<Opened> {
  const opened = await transact(async (ctx) => {
    const address = await provedAddress(services, ctx, signed)
    const person = await holderOf(ctx, address)
    if (person && (await maySignIn(ctx, person.id))) {
      await refuseOtherWays(ctx, person.email)
      return openSession(ctx, services, person, { method: 'web3', kind: 'api' })
    }
    const details = { step: person ? ('deactivated' as const) : ('wallet' as const), address }
    await ctx.audit({ event: 'sign_in_failed', actor: null, subjectEmail: person?.email, details })
    return null
  })
  if (!opened) throw new Refusal('wallet-unknown')
  return opened
}

/** Links a wallet with the actor's account, who is told by email. @throws Refusal wallet-off, wallet-invalid, wallet-taken. */
export async function linkWallet(
  services: Services,
  {
    actor,
    transact,
  }: { actor: Actor; transact: <T>(fn: (ctx: Acting<WriteCtx>) => Promise<T>) => Promise<T> },
  signed: Signed,
): Promise<void> {
  await transact(async (ctx) => {
    const address = await provedAddress(services, ctx, signed)
    await advisoryLock(ctx, `wallet ${address}`)
    if (await holderOf(ctx, address)) throw new Refusal('wallet-taken')
    const times = { createdAt: ctx.now, updatedAt: ctx.now }
    const account = { userId: actor.id, providerId: walletProvider, accountId: address }
    await ctx.tx.insert(authAccounts).values({ ...account, ...times })
    await ctx.audit({
      event: 'identity_linked',
      subjectEmail: actor.email,
      details: { provider: walletProvider, address },
    })
    await securityNotice(services.mail, ctx, actor, {
      title: 'A wallet to sign in with was added',
      lines: [`Its address is ${address}.`],
    })
  })
}

/** Returns the address that signed a message for us, which is used up by this. */
async function provedAddress(
  services: Services,
  ctx: WriteCtx,
  { message, signature }: Signed,
): Promise<string> {
  if (!services.config.walletSignIn) throw new Refusal('wallet-off')
  const read = readWalletMessage(message)
  if (
    !read ||
    !isFor(read, services.place().publicUrl, ctx.now) ||
    signerOf(message, signature) !== read.address
  )
    throw new Refusal('wallet-invalid')
  const id = `web3 ${createHash('sha256').update(message).digest('base64url')}`
  const expiresAt = new Date(read.issuedAt.getTime() + messageLivesMs)
  const used = await ctx.tx.insert(usedAssertions).values({ id, expiresAt }).onConflictDoNothing().returning()
  if (used.length === 0) throw new Refusal('wallet-invalid')
  return read.address
}

async function holderOf({ tx }: ReadCtx, address: string) {
  const [person] = await tx
    .select({ id: profiles.id, email: profiles.email, name: profiles.name })
    .from(authAccounts)
    .innerJoin(profiles, eq(profiles.id, authAccounts.userId))
    .where(and(eq(authAccounts.providerId, walletProvider), eq(authAccounts.accountId, address)))
  return person
}
