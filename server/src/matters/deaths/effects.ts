import type * as contract from '@deedbox/contract/deaths.ts'
import type { PartyRole } from '@deedbox/contract/party-terms.ts'
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { matters } from '../../db/tables/matters.ts'
import { grantPowers, matterRoles, parties } from '../../db/tables/parties.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { keepsMatters, mattersVisibleTo } from '../../policy/matters.ts'
import { liveGrant, newestSeen, visibleTo } from '../../policy/visible.ts'
import { deathsOf } from './read.ts'

/** Rows of each kind that are told. */
const most = 200

/** @throws Refusal 'party-not-found', also for whoever does not keep matters. */
export async function getDeath(
  ctx: Acting<ReadCtx>,
  partyId: string,
): Promise<Answer<typeof contract.getDeath>> {
  if (!keepsMatters(ctx.actor)) throw new Refusal('party-not-found')
  const known = and(eq(parties.id, partyId), isNull(parties.mergedInto))
  if ((await ctx.tx.$count(parties, known)) === 0) throw new Refusal('party-not-found')
  const records = await deathsOf(ctx, [partyId], 'all')
  const corrected = new Set(records.map(({ corrects }) => corrects))
  const death = records.find(({ id, never }) => !never && !corrected.has(id)) ?? null
  return {
    death,
    records,
    effects: death && (await effectsOf(ctx, partyId, death.diedOn)),
    access: await accessOf(ctx, partyId),
  }
}

/** Deaths with which the power ended that a document is. @throws Refusal 'document-not-found' */
export async function listDeaths(
  ctx: Acting<ReadCtx>,
  documentId: string,
): Promise<Answer<typeof contract.listDeaths>> {
  const { document } = await findDocument(ctx, documentId, { lockedToo: true })
  if (!keepsMatters(ctx.actor)) return { deaths: [] }
  const { fromBy, fromDocument, role } = matterRoles
  // The giver is the maker of the power by which somebody is attorney, the party on whose power access rests, or the testator of the person's matter.
  const rows = await run<{ id: string }>(
    ctx,
    sql`select ${fromBy} as id from ${matterRoles} where ${fromDocument} = ${documentId} and ${role} in ('attorney', 'guardian')
        and ${fromBy} is not null and ${standing}
      union select ${grantPowers.partyId} from ${grantPowers} where ${grantPowers.documentId} = ${documentId}
      union select ${matterRoles.partyId} from ${matterRoles} join ${matters} on ${matters.id} = ${matterRoles.matterId}
        where ${matters.id} = ${document.matterId}::uuid and ${matters.kind} = 'person' and ${role} = 'testator' and ${standing}`,
    { prepared: false },
  )
  const effective = await ctx.tx
    .select({ id: sql<string>`coalesce(${parties.mergedInto}, ${parties.id})` })
    .from(parties)
    .where(
      inArray(
        parties.id,
        rows.map(({ id }) => id),
      ),
    )
  return {
    deaths: await deathsOf(
      ctx,
      effective.map(({ id }) => id),
    ),
  }
}

const standing = sql`not ${matterRoles.never} and not exists (select from ${matterRoles} later where later.corrects = ${matterRoles.id})`

type Held = { roleId: string; matterId: string; matterName: string; partyId: string; partyName: string }

async function effectsOf(ctx: Acting<ReadCtx>, partyId: string, diedOn: string) {
  const those = sql`(select id from ${parties} where id = ${partyId} or merged_into = ${partyId})`
  const seen = mattersVisibleTo(ctx.actor, ctx.now)
  const testator = sql`exists (select from ${matterRoles}
    where ${matterRoles.matterId} = ${matters.id} and ${matterRoles.role} = 'testator' and ${matterRoles.partyId} in ${those} and ${standing})`
  const roles = (which: ReturnType<typeof sql>) =>
    run<Held & { role: PartyRole }>(
      ctx,
      sql`select ${matterRoles.id} as "roleId", ${matterRoles.role} as role, ${matters.id} as "matterId", ${matters.name} as "matterName",
          held.id as "partyId", held.name as "partyName"
        from ${matterRoles} join ${matters} on ${matters.id} = ${matterRoles.matterId}
        join ${parties} own on own.id = ${matterRoles.partyId} join ${parties} held on held.id = coalesce(own.merged_into, own.id)
        where ${which} and ${standing} and ${seen}
          and (${matterRoles.untilDay} is null or ${matterRoles.untilDay} >= ${diedOn}::date)
        order by ${matters.name}, held.name, ${matterRoles.id} limit ${sql.raw(String(most))}`,
      { prepared: false },
    )
  const powers = await roles(sql`${matterRoles.role} = 'attorney'
    and (${matterRoles.fromBy} in ${those} or (${matterRoles.fromBy} is null and ${matters.kind} = 'person' and ${testator}))`)
  const open = await roles(sql`${matterRoles.partyId} in ${those} and ${matterRoles.untilDay} is null
    and ${matterRoles.role} in ('trustee', 'executor', 'administrator', 'director', 'attorney', 'appointor', 'guardian')`)
  const estates = await ctx.tx
    .select({ id: matters.id, name: matters.name })
    .from(matters)
    .where(and(eq(matters.kind, 'estate'), testator, seen))
    .orderBy(asc(matters.name))
    .limit(most)
  const laws = await ctx.tx
    .selectDistinct({ law: matters.governingLaw })
    .from(matters)
    .where(and(testator, seen, isNotNull(matters.governingLaw)))
    .limit(2)
  const wills = await ctx.tx
    .select({ id: documents.id, name: documents.title })
    .from(documents)
    .innerJoin(matters, eq(matters.id, documents.matterId))
    .where(
      and(
        inArray(documents.kind, ['will', 'codicil']),
        testator,
        seen,
        visibleTo(ctx.actor, ctx.now),
        newestSeen(ctx.actor, ctx.now),
      ),
    )
    .orderBy(sql`${documents.executedOn} desc nulls last`, asc(documents.id))
    .limit(most)
  const governingLaw = laws.length === 1 ? (laws[0]?.law ?? null) : null
  return { powers: powers.map(toHeld), open: open.map(toHeld), estates, wills, governingLaw }
}

const toHeld = ({ roleId, role, ...row }: Held & { role: PartyRole }) => ({
  roleId,
  role,
  matter: { id: row.matterId, name: row.matterName },
  party: { id: row.partyId, name: row.partyName },
})

/** Grants that rest on a power of the party, those that give access first. */
const accessOf = async (ctx: Acting<ReadCtx>, partyId: string) =>
  (await restingOn(ctx, [partyId], most)).map(({ grant, document, power, active }) => ({
    ...{ grantId: grant.id, userName: grant.userName },
    ...{ document, power, active },
  }))

/** Grants that rest on powers of parties, and of those that were merged into them, on documents that the reader sees. */
export async function restingOn({ tx, actor, now }: Acting<ReadCtx>, partyIds: string[], limit: number) {
  const sees = visibleTo(actor, now, 'either', { lockedToo: true })
  const rows = await tx
    .select({
      partyId: sql<string>`coalesce(${parties.mergedInto}, ${parties.id})`,
      grant: documentAccess,
      document: { id: documents.id, name: documents.title },
      powerId: grantPowers.documentId,
      active: sql<boolean>`${liveGrant(now)}`,
    })
    .from(grantPowers)
    .innerJoin(documentAccess, eq(documentAccess.id, grantPowers.grantId))
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .innerJoin(parties, eq(parties.id, grantPowers.partyId))
    .where(and(or(inArray(parties.id, partyIds), inArray(parties.mergedInto, partyIds)), sees))
    .orderBy(sql`${liveGrant(now)} desc`, asc(documentAccess.userName), asc(documents.title))
    .limit(limit)
  const ids = rows.map(({ powerId }) => powerId)
  const powers = await tx
    .select({ id: documents.id, name: documents.title })
    .from(documents)
    .where(and(inArray(documents.id, ids), sees))
  const byId = new Map(powers.map((power) => [power.id, power]))
  return rows.flatMap(({ powerId, ...row }) => {
    const power = byId.get(powerId)
    return power ? [{ ...row, power }] : []
  })
}
