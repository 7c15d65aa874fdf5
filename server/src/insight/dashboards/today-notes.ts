import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { daysBefore } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { lapseDays } from '@deedbox/contract/release-rules.ts'
import type { WaitingKind, WaitingNote } from '@deedbox/contract/today.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { invitations, profiles } from '../../db/tables/accounts.ts'
import { movements, packets } from '../../db/tables/custody.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import { enquiries } from '../../db/tables/enquiries.ts'
import { inspections } from '../../db/tables/inspections.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { matters } from '../../db/tables/matters.ts'
import { partyDeaths } from '../../db/tables/parties.ts'
import { nominations, nominees, releases } from '../../db/tables/releases.ts'
import { unrecordedContent } from '../../db/tables/storage.ts'
import { healthNow, healthSamples } from '../../db/tables/system.ts'
import { countedFrom, totalOf } from '../../db/total.ts'
import { expiry } from '../../documents/lists/filter.ts'
import { stillUnrecorded } from '../../documents/store/unrecorded.ts'
import { ofTheirs } from '../../identity/accounts/invitations.ts'
import { isOpen } from '../../identity/accounts/new-account.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { waitsToBeConfirmed } from '../../kernel/context/deactivated.ts'
import { mailsOf } from '../../kernel/mail/list.ts'
import { holding } from '../../matters/deaths/read.ts'
import { endOfDay } from '../../platform/days.ts'
import { packetsVisibleTo } from '../../policy/custody.ts'
import { dueDatesVisibleTo } from '../../policy/due-dates.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { nominationsOwnedBy, nominationsVisibleTo } from '../../policy/nominations.ts'
import { liveGrant, newestSeen, seesEveryDocument, visibleTo } from '../../policy/visible.ts'
import { whose } from '../../release/nominations/people.ts'
import { withPlace } from '../../sharing/grants/grant-rows.ts'

type Ctx = Acting<ReadCtx>
const before = ({ now }: Ctx, days: number): SQL => sql`${daysBefore(now, days).toISOString()}::timestamptz`

/** Rows of a kind: from where, in which order, and what of them is shown. */
type Notes = { from: SQL; order: SQL; show: Partial<Record<keyof WaitingNote, SQL>> & { id: SQL } }

/** Facts about the caller: manages the system, handles documents, sees whose invitations. */
const manages = ({ actor }: Ctx) => actor.permissions.includes('canManageSystem')
const handles = ({ actor }: Ctx) => actor.permissions.includes('canManageDocuments')

/** Items that may wait for the caller, by kind; undefined where a kind is not theirs. */
const notesOf: Record<WaitingKind, (ctx: Ctx) => Notes | undefined> = {
  account(ctx) {
    const { actor, settings, now } = ctx
    const lastDay = addDays(dayOf(now, settings.timeZone), limits.expiringSoonDays)
    if (!actor.accessExpiresAt || dayOf(actor.accessExpiresAt, settings.timeZone) > lastDay) return undefined
    return {
      from: sql`${profiles} where ${eq(profiles.id, actor.id)}`,
      order: sql`${profiles.id}`,
      show: { id: sql`${profiles.id}`, at: sql`${profiles.accessExpiresAt}` },
    }
  },
  trustees: (ctx) =>
    manages(ctx)
      ? {
          from: sql`${profiles} where ${waitsToBeConfirmed}`,
          order: sql`${profiles.createdAt}, ${profiles.id}`,
          show: {
            id: sql`${profiles.id}`,
            title: sql`${profiles.name}`,
            detail: sql`${profiles.email}`,
            at: sql`${profiles.createdAt}`,
          },
        }
      : undefined,
  releases(ctx) {
    const { actor, now } = ctx
    const at = sql`${now.toISOString()}::timestamptz`
    const theirs = keepsMatters(actor) ? nominationsVisibleTo(actor, now) : nominationsOwnedBy(actor)
    const waits = sql`${releases.overAt} is null and (${releases.begins} > ${at}
      or (${releases.begins} is null and ${releases.ends} is null and ${releases.begunAt} > ${before(ctx, lapseDays)}))`
    return {
      from: sql`${releases} join ${nominations} on ${nominations.id} = ${releases.nominationId} where ${and(waits, theirs)}`,
      order: sql`${releases.begunAt}, ${releases.id}`,
      show: {
        id: sql`${nominations.id}`,
        title: sql`(select string_agg(ne.name, ', ' order by a.asked_at) from askings a join nominees ne on ne.id = a.nominee_id
          where a.release_id = ${releases.id} and a.withdrawn_at is null)`,
        detail: sql`nullif(concat_ws(' · ', case when ${releases.rehearsal} then 'Rehearsal' end, ${nominations.onBehalfOf}), '')`,
        at: sql`coalesce(${releases.begins}, ${releases.begunAt})`,
      },
    }
  },
  nominated: (ctx) => ({
    from: sql`${nominees} join ${nominations} n on n.id = ${nominees.nominationId}
      left join ${documents} d on d.id = n.document_id join ${profiles} owner on owner.user_id = coalesce(n.owner_id, d.owner_id)
      where ${nominees.email} = ${ctx.actor.email} and ${nominees.userId} is null and ${nominees.declinedAt} is null and n.ended_at is null`,
    order: sql`n.created_at, ${nominees.id}`,
    show: { id: sql`${nominees.id}`, title: whose, at: sql`n.created_at` },
  }),
  inspections: ({ actor }) =>
    keepsMatters(actor)
      ? {
          from: sql`${inspections} where ${inspections.decidedAt} is null`,
          order: sql`${inspections.createdAt}, ${inspections.id}`,
          show: {
            id: sql`${inspections.id}`,
            title: sql`${inspections.name}`,
            detail: sql`${inspections.deceased}`,
            at: sql`${inspections.createdAt}`,
          },
        }
      : undefined,
  deaths: ({ actor }) =>
    keepsMatters(actor)
      ? {
          from: sql`${partyDeaths} join parties written on written.id = ${partyDeaths.partyId}
            join parties shown on shown.id = coalesce(written.merged_into, written.id)
            where ${partyDeaths.seenAt} is null and ${holding}`,
          order: sql`${partyDeaths.recordedAt}, ${partyDeaths.id}`,
          show: {
            id: sql`shown.id`,
            title: sql`shown.name`,
            detail: sql`case when ${partyDeaths.documentId} is null then 'No evidence is named yet' end`,
            day: sql`${partyDeaths.diedOn}::text`,
          },
        }
      : undefined,
  // Oldest, where they are very many, of those that come first in the index.
  confirm: (ctx) =>
    handles(ctx)
      ? {
          from: sql`(select * from ${documents} where ${and(visibleTo(ctx.actor, ctx.now), newestSeen(ctx.actor, ctx.now), sql`${documents.status} = 'pending'`)} limit 10001) documents`,
          order: sql`${documents.createdAt}, ${documents.id}`,
          show: { ...ofDocument, detail: sql`${documents.ownerName}`, at: sql`${documents.createdAt}` },
        }
      : undefined,
  health: (ctx) =>
    manages(ctx)
      ? {
          from: sql`${healthNow} where ${healthNow.state} in ('warning', 'bad')`,
          order: sql`${healthNow.state}, ${healthNow.check}`,
          show: {
            id: sql`${healthNow.check}`,
            detail: sql`(select ${healthSamples.message} from ${healthSamples}
              where ${healthSamples.check} = ${healthNow.check} and ${healthSamples.at} = ${healthNow.at})`,
            at: sql`coalesce(${healthNow.badSince}, ${healthNow.at})`,
          },
        }
      : undefined,
  // Administrators learn of all, others of those that they caused.
  'failed-mail': (ctx) => ({
    from: sql`${mailMessages} where ${and(
      sql`${mailMessages.status} = 'failed' and ${mailMessages.createdAt} > ${before(ctx, limits.today.failedMailDays)}`,
      mailsOf(ctx.actor),
    )}`,
    order: sql`${mailMessages.createdAt}, ${mailMessages.id}`,
    show: {
      id: sql`${mailMessages.id}`,
      title: sql`${mailMessages.recipient}`,
      at: sql`${mailMessages.createdAt}`,
    },
  }),
  ending(ctx) {
    const { actor, now, settings } = ctx
    const lastDay = addDays(dayOf(now, settings.timeZone), limits.today.endsDays)
    const { role, accessExpiresAt } = actor
    // Everything that a guest sees ends with their account, of which they are told.
    if (role === 'guest' && accessExpiresAt && dayOf(accessExpiresAt, settings.timeZone) <= lastDay)
      return undefined
    const soon = sql`(${liveGrant(now)} and ${end} > ${now.toISOString()}::timestamptz
      and ${end} <= ${endOfDay(lastDay, settings.timeZone).toISOString()}::timestamptz)`
    const theirs = handles(ctx) ? soon : and(eq(documentAccess.userEmail, actor.email), soon)
    // No live grant is on a deleted document, so those who see all documents need not look at them.
    const place = handles(ctx) && seesEveryDocument(actor, now) ? sql`` : withPlace(visibleTo(actor, now))
    return {
      from: sql`(select * from ${documentAccess} where ${theirs} order by ${end} limit 10001) document_access ${place}`,
      order: sql`${end}, ${documentAccess.id}`,
      show: {
        id: sql`${documentAccess.id}`,
        documentId: sql`${documentAccess.documentId}`,
        title: sql`(select d.title from ${documents} d where d.id = ${documentAccess.documentId})`,
        detail: handles(ctx) ? sql`${documentAccess.userName}` : sql`${documentAccess.grantedByName}`,
        at: end,
      },
    }
  },
  expiring(ctx) {
    const { actor, now, settings } = ctx
    if (!actor.permissions.includes('canUploadDocuments') && !handles(ctx) && !overseesDocuments(ctx))
      return undefined
    const today = dayOf(now, settings.timeZone)
    const soon = sql`${expiry} between ${today}::date and ${addDays(today, limits.today.endsDays)}::date`
    const whose = handles(ctx) || overseesDocuments(ctx) ? undefined : eq(documents.ownerId, actor.id)
    return {
      from: sql`${documents} where ${and(visibleTo(actor, now), newestSeen(actor, now), whose, soon)}`,
      order: sql`${expiry}, ${documents.id}`,
      show: { ...ofDocument, detail: sql`${documents.clientName}`, day: sql`${documents.expiryDate}::text` },
    }
  },
  due(ctx) {
    const { actor, now, settings } = ctx
    if (!handles(ctx)) return undefined
    const last = addDays(dayOf(now, settings.timeZone), limits.expiringSoonDays)
    const named = sql`exists (select from ${dueDatePeople}
      where ${and(eq(dueDatePeople.dueDateId, dueDates.id), eq(dueDatePeople.userId, actor.id))})`
    const soon = sql`${dueDates.status} = 'open' and ${dueDates.dueOn} <= ${last}::date`
    return {
      from: sql`${dueDates} where ${and(soon, named, dueDatesVisibleTo(actor, now))}`,
      order: sql`${dueDates.dueOn}, ${dueDates.id}`,
      show: {
        id: sql`${dueDates.id}`,
        title: sql`${dueDates.title}`,
        detail: sql`coalesce((select m.name from ${matters} m where m.id = ${dueDates.matterId}),
          (select d.title from ${documents} d where d.id = ${dueDates.documentId}))`,
        day: sql`${dueDates.dueOn}::text`,
      },
    }
  },
  'overdue-packets'(ctx) {
    const { actor, now, settings } = ctx
    if (!keepsMatters(actor)) return undefined
    const overdue = sql`${movements.kind} = 'out' and ${movements.expectedOn} < ${dayOf(now, settings.timeZone)}::date`
    const theirs = sql`(${eq(movements.byId, actor.id)} or ${eq(matters.responsibleId, actor.id)})`
    return {
      from: sql`${movements} join ${packets} on ${packets.standingId} = ${movements.id} join ${matters} on ${matters.id} = ${packets.matterId}
        where ${and(overdue, theirs, packetsVisibleTo(actor, now))}`,
      order: sql`${movements.expectedOn}, ${packets.id}`,
      show: {
        id: sql`${packets.id}`,
        title: sql`'P-' || lpad(${packets.number}::text, 6, '0') || ' · ' || ${matters.name}`,
        detail: sql`${movements.outside}`,
        day: sql`${movements.expectedOn}::text`,
      },
    }
  },
  invitations(ctx) {
    const { actor, now } = ctx
    const whose = actor.permissions.includes('canManageUsers')
      ? ofTheirs(actor, invitations.organizationId)
      : eq(invitations.invitedBy, actor.id)
    // Older ones have expired: they are not read.
    const long = sql`${invitations.createdAt} <= ${before(ctx, limits.today.invitationDays)}
      and ${invitations.createdAt} > ${before(ctx, limits.invitationDays + 1)}`
    return {
      from: sql`${invitations} where ${and(isOpen(now), long, whose)}`,
      order: sql`${invitations.createdAt}, ${invitations.id}`,
      show: {
        id: sql`${invitations.id}`,
        title: sql`${invitations.email}`,
        detail: sql`${invitations.invitedByName}`,
        at: sql`${invitations.createdAt}`,
      },
    }
  },
  enquiries: (ctx) =>
    manages(ctx)
      ? {
          from: sql`${enquiries} where ${enquiries.answeredAt} is null`,
          order: sql`${enquiries.createdAt}, ${enquiries.id}`,
          show: {
            id: sql`${enquiries.id}`,
            title: sql`${enquiries.subject}`,
            detail: sql`${enquiries.name}`,
            at: sql`${enquiries.createdAt}`,
          },
        }
      : undefined,
  unrecorded: (ctx) =>
    manages(ctx)
      ? {
          from: sql`${unrecordedContent} where ${stillUnrecorded}`,
          order: sql`${unrecordedContent.storedAt}, ${unrecordedContent.path}`,
          show: { id: sql`${unrecordedContent.path}`, at: sql`${unrecordedContent.storedAt}` },
        }
      : undefined,
}

const end = sql`least(${documentAccess.expiresAt}, ${documentAccess.autoRevokeDate})`
const ofDocument = {
  id: sql`${documents.id}`,
  documentId: sql`${documents.id}`,
  title: sql`${documents.title}`,
}
/** Org admins: the documents of their organisation. */
const overseesDocuments = ({ actor }: Ctx) => actor.permissions.includes('canManageOrganization')

type Row = { at: Date | string | null } & Omit<WaitingNote, 'at'>

/** Counts the rows, and returns the first. */
export async function notes(ctx: Ctx, kind: WaitingKind) {
  const of = notesOf[kind](ctx)
  if (!of) return undefined
  const { from, order, show } = of
  const column = (name: keyof WaitingNote) => sql`${show[name] ?? sql`null`} as ${sql.identifier(name)}`
  const columns = (['id', 'documentId', 'title', 'detail', 'at', 'day'] as const).map(column)
  const statement = sql`select ${countedFrom(sql`1 from ${from}`)} as total,
    (select coalesce(json_agg(note), '[]') from (
      select ${sql.join(columns, sql`, `)} from ${from} order by ${order} limit ${limits.dashboard.waitingNotes}) note) as items`
  const [row] = await run<{ total: number; items: Row[] }>(ctx, statement, { prepared: false })
  if (!row || row.total === 0) return undefined
  const items = row.items.map((item) => ({
    ...item,
    title: item.title ?? '',
    at: item.at && new Date(item.at).toISOString(),
  }))
  return { kind, ...totalOf(row.total), items }
}
