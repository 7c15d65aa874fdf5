import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import { matterFiles } from '@deedbox/contract/matter-files.ts'
import type { exportRoles as endpoint, MatterRole } from '@deedbox/contract/parties.ts'
import { inOrder, unseenDocument } from '@deedbox/contract/party-rules.ts'
import { natures, partyKinds, partyRoles } from '@deedbox/contract/party-terms.ts'
import type { FastifyReply } from 'fastify'
import type { Raw } from '../../kernel/http/handler.ts'
import { sendTable, type TableColumns } from '../../kernel/http/send-table.ts'
import { localTime } from '../../platform/csv.ts'
import { aboutMatter, findMatter } from '../../policy/matters.ts'
import { readParties } from './read.ts'

type Edge = Pick<MatterRole['from'], 'document' | 'clause' | 'by'> | null

const names = matterFiles.parties
const paper = (edge: Edge) => (edge?.document ? (edge.document.title ?? unseenDocument) : '')

type Row = { role: MatterRole; corrected: boolean }

/** The columns of a role, those of an import first but the matter's. */
export const roleColumns: TableColumns<MatterRole> = {
  [names.name.heading]: ({ party }) => party.name,
  [names.kind.heading]: ({ party }) => partyKinds[party.kind],
  [names.abn.heading]: ({ party }) => abnText(party.abn),
  [names.acn.heading]: ({ party }) => acnText(party.acn),
  [names.role.heading]: ({ role }) => partyRoles[role].label,
  [names.nature.heading]: ({ nature }) => (nature ? natures[nature] : ''),
  [names.from.heading]: ({ from }) => from.day ?? '',
  [names.fromDocument.heading]: ({ from }) => paper(from),
  [names.fromClause.heading]: ({ from }) => from.clause,
  [names.fromBy.heading]: ({ from }) => from.by?.name ?? '',
  [names.until.heading]: ({ until }) => until?.day ?? '',
  [names.untilDocument.heading]: ({ until }) => paper(until),
  [names.untilClause.heading]: ({ until }) => until?.clause ?? '',
  [names.untilBy.heading]: ({ until }) => until?.by?.name ?? '',
  [names.note.heading]: ({ note }) => note,
}

const recordColumns: TableColumns<Row, (at: Date) => string> = {
  ...Object.fromEntries(
    Object.entries(roleColumns).map(([heading, cell]) => [heading, ({ role }: Row) => cell(role, null)]),
  ),
  Record: ({ role, corrected }) =>
    corrected ? 'Corrected' : role.never ? 'There was no such role' : 'Holds',
  'Reason of the correction': ({ role }) => role.reason,
  'Recorded at': ({ role }, time) => time(new Date(role.recordedAt)),
  'Recorded by': ({ role }) => role.recordedBy ?? '',
  'Number of the record': ({ role }) => role.id,
  'Corrects the record': ({ role }) => role.corrects ?? '',
}

/** Exports everything that was recorded of the parties of a matter as CSV; audited before its first byte is sent. @throws Refusal 'matter-not-found' */
export async function exportRoles(raw: Raw<typeof endpoint>, matterId: string): Promise<FastifyReply> {
  const { roles } = await raw.transact(async (ctx) => {
    const matter = await findMatter(ctx, matterId)
    await ctx.audit({ event: 'matter_roles_exported', details: aboutMatter(matter) })
    return readParties(ctx, matter)
  })
  const corrected = new Set(roles.map(({ corrects }) => corrects))
  return sendTable(raw.reply, 'parties.csv', {
    columns: recordColumns,
    given: localTime(raw.settings.timeZone),
    batches: async function* () {
      yield roles.sort(inOrder).map((role) => ({ role, corrected: corrected.has(role.id) }))
    },
  })
}
