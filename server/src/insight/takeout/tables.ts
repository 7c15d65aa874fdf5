import { actorNameOf, labelOf, tellEvent, wordsIn } from '@deedbox/contract/audit-events.ts'
import {
  aboutDetail,
  type DetailName,
  detailsBesides,
  detailText,
} from '@deedbox/contract/document-details.ts'
import { relationText } from '@deedbox/contract/link-terms.ts'
import { reviewWords } from '@deedbox/contract/review-terms.ts'
import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentLinks, documentSignatories } from '../../db/tables/document-links.ts'
import { documentVersions } from '../../db/tables/document-versions.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import { releasedDocuments } from '../../db/tables/releases.ts'
import { documentReviews } from '../../db/tables/reviews.ts'
import { inForce, linksOf } from '../../documents/links/links-of.ts'
import { versionsOf } from '../../documents/versions/versions-of.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { csvTable, localTime } from '../../platform/csv.ts'
import type { StoredDocument } from '../../policy/find.ts'
import { statusAt } from '../../policy/grants.ts'
import { openedRelease } from '../../policy/visible.ts'

type Read = <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T>
export type Titled = { id: string; title: string }

/** Documents whose events or grants are read by one statement, and rows of one statement. */
const documentsAtOnce = 100
const rowsAtOnce = 2_000

/** The details without a place of their own come after the status. */
const others = detailsBesides('title', 'type', 'expiryDate')
const heading = (name: DetailName) => aboutDetail(name).heading

export const documentHeaders = [
  ...[heading('title'), 'File', heading('type'), 'Status', ...others.map(heading)],
  ...['Owner', 'Owner Email', 'Uploaded', heading('expiryDate')],
  ...['Original File Name', 'File Type', 'Bytes', 'SHA-256', 'Document ID'],
]

/** Returns a document's row in documents.csv; `file` says where it is in the ZIP, or why it is missing. */
export function documentCells(document: StoredDocument, file: string, timeZone: string): string[] {
  const cell = (name: DetailName) => detailText(name, document[name])
  return [
    cell('title'),
    file,
    cell('type'),
    document.status,
    ...others.map(cell),
    document.ownerName,
    document.ownerEmail,
    localTime(timeZone)(document.createdAt),
    cell('expiryDate'),
    document.fileName,
    document.fileType,
    String(document.fileSize),
    document.sha256,
    document.id,
  ]
}

/** Writes the audit events of these documents up to `until`, document by document, oldest first, as CSV. */
export function historyCsv(read: Read, documents: readonly Titled[], until: Date, timeZone: string) {
  const headers = ['Document', 'Document ID', 'When', 'What', 'Who', 'Email', 'About', 'Notes', 'IP Address']
  const local = localTime(timeZone)
  const words = wordsIn(timeZone)
  const rows = async function* () {
    for (const some of inPieces(documents)) {
      const titles = new Map(some.map(({ id, title }) => [id, title]))
      let last: { documentId: string | null; id: number } | undefined
      for (;;) {
        const after =
          last && sql`(${auditEvents.documentId}, ${auditEvents.id}) > (${last.documentId}::uuid, ${last.id})`
        const found = await read(({ tx }) =>
          tx
            .select()
            .from(auditEvents)
            .where(
              and(inArray(auditEvents.documentId, [...titles.keys()]), lte(auditEvents.at, until), after),
            )
            .orderBy(asc(auditEvents.documentId), asc(auditEvents.id))
            .limit(rowsAtOnce),
        )
        yield found.map((row) => [
          titles.get(row.documentId ?? '') ?? '',
          row.documentId ?? '',
          local(row.at),
          labelOf(row),
          actorNameOf(row) ?? '',
          row.actorEmail ?? '',
          row.subjectEmail ?? '',
          tellEvent(row, words) ?? '',
          row.ip ?? '',
        ])
        last = found.at(-1)
        if (found.length < rowsAtOnce) break
      }
    }
  }
  return csvTable(headers, rows())
}

/** Lists everybody who was given access to these documents, by a grant or a release, as CSV. */
export function grantsCsv(read: Read, documents: readonly Titled[], timeZone: string) {
  const headers = [
    ...['Document', 'Document ID', 'Person', 'Email', 'Level', 'Status', 'Given By', 'Given On'],
    ...['Expires', 'Revoked Automatically', 'Client', 'Notes'],
  ]
  const local = localTime(timeZone)
  const rows = async function* () {
    for (const some of inPieces(documents)) {
      const titles = new Map(some.map(({ id, title }) => [id, title]))
      let last = ''
      for (;;) {
        const { found, now } = await read(async ({ tx, now }) => ({
          now,
          found: await tx
            .select()
            .from(documentAccess)
            .where(
              and(
                inArray(documentAccess.documentId, [...titles.keys()]),
                last ? gt(documentAccess.id, last) : undefined,
              ),
            )
            .orderBy(asc(documentAccess.id))
            .limit(rowsAtOnce),
        }))
        yield found.map((row) => [
          titles.get(row.documentId) ?? '',
          row.documentId,
          row.userName,
          row.userEmail,
          row.accessLevel,
          statusAt(row, now),
          row.grantedByName,
          local(row.grantedAt),
          local(row.expiresAt),
          local(row.autoRevokeDate),
          row.clientName ?? '',
          row.notes ?? '',
        ])
        if (found.length < rowsAtOnce) break
        last = found.at(-1)?.id ?? ''
      }
      yield (await read((ctx) => releasedOf(ctx, [...titles.keys()]))).map((row) => [
        ...[titles.get(row.documentId) ?? '', row.documentId, row.name, row.email, row.level, row.status],
        ...[
          'A release',
          local(row.begins),
          local(row.ends),
          '',
          '',
          row.overAt ? `Ended ${local(row.overAt)}` : '',
        ],
      ])
    }
  }
  return csvTable(headers, rows())
}

/** Access that releases have given to these documents; not what was stopped before it began. */
async function releasedOf({ tx, now }: Acting<ReadCtx>, documentIds: string[]) {
  const rows = await tx
    .select({ row: releasedDocuments, name: profiles.name, email: profiles.email })
    .from(releasedDocuments)
    .innerJoin(profiles, eq(profiles.id, releasedDocuments.userId))
    .where(and(inArray(releasedDocuments.documentId, documentIds), openedRelease(now)))
    .orderBy(
      asc(releasedDocuments.documentId),
      asc(releasedDocuments.begins),
      asc(releasedDocuments.askingId),
    )
  return rows.map(({ row: { documentId, accessLevel, begins, ends, overAt }, name, email }) => ({
    ...{ documentId, name, email, level: accessLevel, begins, ends, overAt },
    status: overAt ? 'revoked' : ends && ends <= now ? 'expired' : 'active',
  }))
}

/** Lists the reviews of these documents with their outcomes, as CSV. */
export function reviewsCsv(read: Read, documents: readonly Titled[]) {
  const headers = ['Document', 'Document ID', 'Due', 'Outcome', 'Note', 'Day', 'Next Review', 'Decided By']
  const rows = async function* () {
    for (const some of inPieces(documents)) {
      const titles = new Map(some.map(({ id, title }) => [id, title]))
      const found = await read(({ tx }) =>
        tx
          .select()
          .from(documentReviews)
          .where(inArray(documentReviews.documentId, [...titles.keys()]))
          .orderBy(asc(documentReviews.documentId), asc(documentReviews.dueOn)),
      )
      yield found.map((row) => [
        titles.get(row.documentId) ?? '',
        row.documentId,
        row.dueOn,
        row.outcome ? reviewWords[row.outcome].done : 'Waits',
        row.note ?? '',
        row.day ?? '',
        row.nextOn ?? '',
        row.decidedByName ?? '',
      ])
    }
  }
  return csvTable(headers, rows())
}

/** Lists who signed these documents, as CSV. */
export function signatoriesCsv(read: Read, documents: readonly Titled[]) {
  const headers = ['Document', 'Document ID', 'Signatory', 'Capacity', 'Witness']
  const rows = async function* () {
    for (const some of inPieces(documents)) {
      const titles = new Map(some.map(({ id, title }) => [id, title]))
      const found = await read(({ tx }) =>
        tx
          .select()
          .from(documentSignatories)
          .where(inArray(documentSignatories.documentId, [...titles.keys()]))
          .orderBy(asc(documentSignatories.documentId), asc(documentSignatories.place)),
      )
      yield found.map(({ documentId, name, capacity, witness }) => [
        titles.get(documentId) ?? '',
        documentId,
        name,
        capacity,
        witness,
      ])
    }
  }
  return csvTable(headers, rows())
}

/** Lists what these documents do to others and others to them, of those that the person sees, as CSV. */
export function linksCsv(read: Read, documents: readonly Titled[]) {
  const headers = ['Document', 'Document ID', 'What', 'Other Document', 'Other Document ID']
  const rows = async function* () {
    for (const some of inPieces(documents)) {
      const ids = some.map(({ id }) => id)
      const { fromId, toId } = documentLinks
      const links = await read(({ tx }) =>
        tx
          .select({ fromId, toId })
          .from(documentLinks)
          .where(and(inForce, or(inArray(fromId, ids), inArray(toId, ids)))),
      )
      const linked = new Set(links.flatMap((link) => [link.fromId, link.toId]))
      for (const { id, title } of some.filter((one) => linked.has(one.id)))
        yield (await read((ctx) => linksOf(ctx, id, false))).map(({ relation, side, document }) => [
          title,
          id,
          relationText(relation, side),
          document.title,
          document.id,
        ])
    }
  }
  return csvTable(headers, rows())
}

/** Lists which of these documents are versions of the same one, of those that the person sees, as CSV. */
export function versionsCsv(read: Read, documents: readonly Titled[]) {
  const headers = [
    'Document',
    'Document ID',
    'Version',
    'Of',
    'Earlier Document ID',
    'SHA-256',
    'Added',
    'By',
  ]
  const rows = async function* () {
    for (const some of inPieces(documents)) {
      const ids = some.map(({ id }) => id)
      const known = await read(({ tx }) =>
        tx
          .select({ id: documentVersions.documentId })
          .from(documentVersions)
          .where(inArray(documentVersions.documentId, ids))
          .orderBy(asc(documentVersions.chainId), asc(documentVersions.number)),
      )
      for (const { id } of known) {
        const versions = await read((ctx) => versionsOf(ctx, id))
        const at = versions.findIndex((version) => version.id === id)
        const version = versions[at]
        if (version)
          yield [
            [
              ...[version.title, id, String(at + 1), String(versions.length), versions[at - 1]?.id ?? ''],
              ...[version.sha256, version.addedAt, version.addedBy],
            ],
          ]
      }
    }
  }
  return csvTable(headers, rows())
}

export function* inPieces<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += documentsAtOnce) yield all.slice(at, at + documentsAtOnce)
}
