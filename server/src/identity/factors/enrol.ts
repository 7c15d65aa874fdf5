import type { confirmTotp as confirming, enrolTotp as enrolling } from '@deedbox/contract/factors.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { factors } from '../../db/tables/sign-in.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { addFactor } from './add.ts'
import { newSecret, otpUri, stepOf } from './totp.ts'
import { openTotpSecret, sealTotpSecret } from './totp-secret.ts'

/** An enrolment that was not confirmed within this time can be begun again only. */
const begunMs = 60 * 60_000

/** Begins to add an authenticator app. @throws Refusal factors-full. */
export async function beginTotp(
  services: Services,
  raw: Raw<typeof enrolling>,
  { body: { name } }: Input<typeof enrolling>,
): Promise<Answer<typeof enrolling>> {
  // The account has not changed yet, so there is nothing to audit.
  return services.contexts.work((ctx) => enrolTotp(services, { ...ctx, actor: raw.actor }, name))
}

/** Adds a new authenticator app of the actor's, which counts once it is confirmed. @throws Refusal factors-full. */
export async function enrolTotp(
  { keyring }: Pick<Services, 'keyring'>,
  ctx: Acting<WriteCtx>,
  name: string,
): Promise<Answer<typeof enrolling>> {
  const { tx, actor, now, settings } = ctx
  await refuseMany(ctx)
  const id = crypto.randomUUID()
  const secret = newSecret()
  const uri = otpUri(secret, settings.deploymentName, actor.email)
  await tx.insert(factors).values({
    id,
    userId: actor.id,
    kind: 'totp',
    name: name || 'Authenticator app',
    secret: sealTotpSecret(keyring, id, secret),
    createdAt: now,
  })
  const { renderSVG } = await import('uqr')
  return {
    factorId: id,
    secret: new URL(uri).searchParams.get('secret') ?? '',
    uri,
    qr: renderSVG(uri, { border: 2 }),
  }
}

/** Makes room for one more factor of the actor's, and locks their factors. @throws Refusal factors-full. */
export async function refuseMany(ctx: Acting<WriteCtx>): Promise<void> {
  const { tx, actor, now } = ctx
  await advisoryLock(ctx, `factors ${actor.id}`)
  const ofActor = eq(factors.userId, actor.id)
  const old = lt(factors.createdAt, new Date(now.getTime() - begunMs))
  await tx.delete(factors).where(and(ofActor, isNull(factors.verifiedAt), old))
  if ((await tx.$count(factors, ofActor)) >= limits.factors) throw new Refusal('factors-full')
}

/**
 * Confirms an authenticator app with a code of it, which then cannot be used to sign in. Returns the backup codes that
 * come with the first factor.
 * @throws Refusal factor-not-found, factor-wrong.
 */
export async function confirmTotp(
  services: Pick<Services, 'keyring' | 'mail'>,
  ctx: Acting<WriteCtx>,
  {
    params: { factorId },
    body: { code, name },
  }: { params: { factorId: string }; body: { code: string; name?: string } },
): Promise<Answer<typeof confirming>> {
  const { tx, actor, now } = ctx
  await advisoryLock(ctx, `factors ${actor.id}`)
  const begun = and(
    eq(factors.id, factorId),
    eq(factors.userId, actor.id),
    eq(factors.kind, 'totp'),
    isNull(factors.verifiedAt),
  )
  const [app] = await tx.select().from(factors).where(begun)
  if (!app) throw new Refusal('factor-not-found')
  const step = await stepOf(openTotpSecret(services.keyring, app), code, { now, lastStep: null })
  if (step === null) {
    const { message } = new Refusal('factor-wrong')
    throw new Refusal('factor-wrong', { fields: { code: message } })
  }
  const named = { ...app, name: name || app.name }
  await tx.update(factors).set({ lastStep: step, name: named.name }).where(begun)
  return { backupCodes: await addFactor(services, ctx, named, 'totp') }
}
