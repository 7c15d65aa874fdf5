import { askedKinds, completeness, type Known } from '@deedbox/contract/completeness.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { acting } from '@deedbox/contract/death-rules.ts'
import type { matterCompleteness as endpoint } from '@deedbox/contract/matter-papers.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { documents } from '../../db/tables/documents.ts'
import { dueDates } from '../../db/tables/due-dates.ts'
import { matterRoles, parties, partyDeaths } from '../../db/tables/parties.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { findMatter, mayKeep } from '../../policy/matters.ts'
import { newestSeen, visibleTo } from '../../policy/visible.ts'
import { holding } from '../deaths/read.ts'

const standing = sql`not ${matterRoles.never} and not exists (select from ${matterRoles} later where later.corrects = ${matterRoles.id})`

/** Condition that a death is recorded of who holds a role, also under another name; with a day: before it. */
const diedBefore = (day: string | null) => sql`exists (select from ${parties} held
  join ${parties} dead on dead.id = coalesce(held.merged_into, held.id) or dead.merged_into = coalesce(held.merged_into, held.id)
  join ${partyDeaths} on ${partyDeaths.partyId} = dead.id
  where held.id = ${matterRoles.partyId} and ${holding}
    and (${day}::date is null or ${partyDeaths.diedOn} < ${day}::date))`

/** Documents of the asked kinds that are looked at. */
const most = 200

/**
 * Tells what is missing of a matter. Only to who keeps matters: to whoever sees some of its documents, one that is hidden would look missing.
 * @throws Refusal 'matter-not-found', 'not-allowed'
 */
export async function matterCompleteness(
  ctx: Acting<ReadCtx>,
  matterId: string,
): Promise<Answer<typeof endpoint>> {
  const matter = await findMatter(ctx, matterId)
  mayKeep(ctx.actor)
  const today = dayOf(ctx.now, ctx.settings.timeZone)
  const { id, title, kind, executedOn, executedIn, signedHow } = documents
  const those = and(
    eq(documents.matterId, matterId),
    inArray(kind, [...askedKinds]),
    visibleTo(ctx.actor, ctx.now),
    newestSeen(ctx.actor, ctx.now),
  )
  const statement = sql`select
    array(select distinct ${matterRoles.role} from ${matterRoles}
      where ${matterRoles.matterId} = ${matterId} and not ${matterRoles.never}
        and (${matterRoles.fromDay} is null or ${matterRoles.fromDay} <= ${today}::date)
        and (${matterRoles.untilDay} is null or ${matterRoles.untilDay} >= ${today}::date)
        and not (${inArray(matterRoles.role, [...acting])} and ${diedBefore(today)})
        and ${standing}) as roles,
    (select json_build_object('id', person.id, 'name', person.name) from ${matterRoles}
      join ${parties} own on own.id = ${matterRoles.partyId} join ${parties} person on person.id = coalesce(own.merged_into, own.id)
      where ${matterRoles.matterId} = ${matterId} and ${matterRoles.role} = 'testator' and ${standing}
      order by ${matterRoles.recordedAt}, ${matterRoles.id} limit 1) as testator,
    exists (select from ${matterRoles} where ${matterRoles.matterId} = ${matterId} and ${matterRoles.role} = 'testator'
      and ${standing} and ${diedBefore(null)}) as died,
    array(select distinct ${dueDates.kind} from ${dueDates}
      where ${dueDates.matterId} = ${matterId} and ${dueDates.status} <> 'not_needed') as dates,
    (select coalesce(json_agg(paper), '[]') from (
      select ${id} as id, ${title} as title, ${kind} as kind, ${executedOn} as "executedOn", ${executedIn} as "executedIn",
        ${signedHow} as "signedHow"
      from ${documents} where ${those} order by ${executedOn} nulls last, ${id} limit ${sql.raw(String(most))}) paper) as papers`
  const [known] = await run<Omit<Known, 'matter'>>(ctx, statement, { prepared: false })
  if (!known) throw new Error('A statement returned no row')
  return completeness({ ...known, matter })
}
