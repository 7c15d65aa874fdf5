import { Readable } from 'node:stream'
import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import type { exportRoles as endpoint, MatterRole } from '@deedbox/contract/parties.ts'
import { inOrder, unseenDocument } from '@deedbox/contract/party-rules.ts'
import { natures, partyKinds, partyRoles } from '@deedbox/contract/party-terms.ts'
import type { FastifyReply } from 'fastify'
import type { Raw } from '../../kernel/http/handler.ts'
import { csvTable, localTime } from '../../platform/csv.ts'
import { aboutMatter, findMatter } from '../../policy/matters.ts'
import { readParties } from './read.ts'

type Edge = Pick<MatterRole['from'], 'document' | 'clause' | 'by'> | null

const paper = (edge: Edge) => (edge?.document ? (edge.document.title ?? unseenDocument) : '')

const columns: Record<string, (role: MatterRole, corrected: boolean, time: (at: Date) => string) => string> =
  {
    Party: ({ party }) => party.name,
    Kind: ({ party }) => partyKinds[party.kind],
    ABN: ({ party }) => abnText(party.abn),
    ACN: ({ party }) => acnText(party.acn),
    Role: ({ role }) => partyRoles[role].label,
    Nature: ({ nature }) => (nature ? natures[nature] : ''),
    'First day': ({ from }) => from.day ?? '',
    'Begun by instrument': ({ from }) => paper(from),
    'Clause of the begin': ({ from }) => from.clause,
    'Begun by': ({ from }) => from.by?.name ?? '',
    'Last day': ({ until }) => until?.day ?? '',
    'Ended by instrument': ({ until }) => paper(until),
    'Clause of the end': ({ until }) => until?.clause ?? '',
    'Ended by': ({ until }) => until?.by?.name ?? '',
    Note: ({ note }) => note,
    Record: ({ never }, corrected) => (corrected ? 'Corrected' : never ? 'There was no such role' : 'Holds'),
    'Reason of the correction': ({ reason }) => reason,
    'Recorded at': ({ recordedAt }, _, time) => time(new Date(recordedAt)),
    'Recorded by': ({ recordedBy }) => recordedBy ?? '',
    'Number of the record': ({ id }) => id,
    'Corrects the record': ({ corrects }) => corrects ?? '',
  }

/** Exports everything that was recorded of the parties of a matter as CSV; audited before its first byte is sent. @throws Refusal 'matter-not-found' */
export async function exportRoles(raw: Raw<typeof endpoint>, matterId: string): Promise<FastifyReply> {
  const { roles } = await raw.transact(async (ctx) => {
    const matter = await findMatter(ctx, matterId)
    await ctx.audit({ event: 'matter_roles_exported', details: aboutMatter(matter) })
    return readParties(ctx, matter)
  })
  const corrected = new Set(roles.map(({ corrects }) => corrects))
  const time = localTime(raw.settings.timeZone)
  const rows = async function* () {
    yield roles
      .sort(inOrder)
      .map((role) => Object.values(columns).map((cell) => cell(role, corrected.has(role.id), time)))
  }
  return raw.reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="parties.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(csvTable(Object.keys(columns), rows()), { objectMode: false }))
}
