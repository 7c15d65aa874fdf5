import { dayOf } from '@deedbox/contract/dates.ts'
import type * as contract from '@deedbox/contract/inspections.ts'
import { and, asc, eq, gte, isNull, lte, or, type SQL } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { entitledPersons, inspections } from '../../db/tables/inspections.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import { openForm, readForm, refuseTooMany } from '../../kernel/http/opened-form.ts'
import type { Services } from '../../kernel/services.ts'
import { networkOf } from '../../platform/address.ts'
import { Refusal } from '../../platform/errors.ts'
import { keeping } from '../../policy/matters.ts'
import { evidenceToken } from './evidence.ts'
import { inspectionAsked } from './inspection-asked.mail.tsx'
import { inspectionReceived } from './inspection-received.mail.tsx'

type Body = Input<typeof contract.askInspection>['body']

/** Grounds that hold today. */
const holdsOn = (today: string): SQL | undefined =>
  and(
    or(isNull(entitledPersons.validFrom), lte(entitledPersons.validFrom, today)),
    or(isNull(entitledPersons.validTo), gte(entitledPersons.validTo, today)),
  )

/** Opens the form: says who may ask by law, and nothing of what is kept. */
export async function openInspection(
  { keyring }: Pick<Services, 'keyring'>,
  { tx, now, settings }: ReadCtx,
): Promise<Answer<typeof contract.openInspection>> {
  const { id, state, title, act } = entitledPersons
  const grounds = await tx
    .select({ id, state, title, act })
    .from(entitledPersons)
    .where(holdsOn(dayOf(now, settings.timeZone)))
    .orderBy(asc(state), asc(title), asc(id))
  return { started: openForm(keyring, 'inspection form', now), grounds }
}

/**
 * Stores a request to inspect a will and tells whoever keeps matters. The answer is the same whatever is kept, so that nobody learns of a will by asking.
 * @throws Refusal 'contact-limit', 'inspection-ground' and those of `readForm`
 */
export async function askInspection(
  services: Services,
  raw: Raw<typeof contract.askInspection>,
  body: Body,
): Promise<Answer<typeof contract.askInspection>> {
  if (body.website) {
    services.logger.info({ dropped: 'honeypot' }, 'a request of a robot was dropped')
    return { success: true }
  }
  const formId = readForm(services.keyring, 'inspection form', body.started, raw.now)
  await raw.transact((ctx) => record(services, ctx, formId, body))
  return { success: true }
}

async function record({ keyring, mail }: Services, ctx: WriteCtx, formId: string, body: Body): Promise<void> {
  const { started: _, website: __, ...typed } = body
  const network = ctx.ip === null ? null : networkOf(ctx.ip)
  await advisoryLock(ctx, `inspection ${formId}`)
  const [before] = await ctx.tx.select().from(inspections).where(eq(inspections.formId, formId))
  const audited = { event: 'inspection_asked' as const, subjectEmail: typed.email }
  // The answer to the first try was lost on its way.
  if (before)
    return ctx.audit({ ...audited, details: { inspectionId: before.id, deceased: before.deceased } })
  const today = dayOf(ctx.now, ctx.settings.timeZone)
  const ground = and(eq(entitledPersons.id, typed.groundId), holdsOn(today))
  if ((await ctx.tx.$count(entitledPersons, ground)) === 0) throw new Refusal('inspection-ground')
  await refuseTooMany(ctx, inspections, { email: typed.email, network })
  const [row] = await ctx.tx
    .insert(inspections)
    .values({ ...typed, formId, network, createdAt: ctx.now })
    .returning()
  if (!row) throw new Error('A request to inspect was not inserted')
  await ctx.audit({ ...audited, details: { inspectionId: row.id, deceased: row.deceased } })
  await mail.enqueue(ctx, inspectionReceived, typed.email, { token: evidenceToken(keyring, row.id) })
  const keepers = await ctx.tx
    .select({ to: profiles.email })
    .from(profiles)
    .where(and(keeping, notDeactivated))
    .orderBy(asc(profiles.id))
  const data = { name: typed.name, email: typed.email, deceased: typed.deceased, message: typed.message }
  await mail.enqueueAll(
    ctx,
    inspectionAsked,
    keepers.map(({ to }) => ({ to, data })),
  )
}
