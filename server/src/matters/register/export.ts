import { isState, states } from '@deedbox/contract/australia.ts'
import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { matterFiles } from '@deedbox/contract/matter-files.ts'
import type { Matter, MatterFilter } from '@deedbox/contract/matters.ts'
import { matterKinds, matterStatuses } from '@deedbox/contract/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { pagesOf, type TableColumns } from '../../kernel/http/send-table.ts'
import { listMatters } from './list.ts'

/** Number of matters that are read at a time. */
const batch = 100

const inWords = (words: Record<string, string>, value: string) => words[value] ?? value
const { reference, name, kind, abn, acn, governingLaw, status, responsible, organization, notes } =
  matterFiles.matters

/** The columns of matters: those of an import, and what is known besides. */
export const matterColumns: TableColumns<Matter, string> = {
  [reference.heading]: (row) => row.reference,
  [name.heading]: (row) => row.name,
  [kind.heading]: (row) => inWords(matterKinds, row.kind),
  [abn.heading]: (row) => abnText(row.abn),
  [acn.heading]: (row) => acnText(row.acn),
  [governingLaw.heading]: (row) =>
    row.governingLaw && isState(row.governingLaw) ? states[row.governingLaw] : (row.governingLaw ?? ''),
  [status.heading]: (row) => inWords(matterStatuses, row.status),
  [responsible.heading]: (row) => row.responsible?.name ?? '',
  [organization.heading]: (row) => row.organization?.name ?? '',
  [notes.heading]: (row) => row.notes,
  Documents: ({ documents }) => `${documents.totalIsMore ? 'more than ' : ''}${documents.total}`,
  Created: ({ createdAt }, timeZone) => dayOf(createdAt, timeZone),
}

type Read = <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T>

/** Walks through the matters that the reader sees, by name. */
export async function* mattersIn(read: Read, filter: MatterFilter): AsyncGenerator<Matter[]> {
  const pages = pagesOf((cursor) =>
    read((ctx) => listMatters(ctx, { ...filter, sort: 'name' as const, cursor, limit: batch })),
  )
  for await (const { matters } of pages) yield matters
}
