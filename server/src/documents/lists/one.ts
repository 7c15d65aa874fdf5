import { detailsOf } from '@deedbox/contract/document-details.ts'
import { type Document, type DocumentRow, drawableTypes } from '@deedbox/contract/documents.ts'
import { daysAfter } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { abilities, byGrantOnly } from '../../policy/authorize.ts'
import { findDocument, type OwnGrant, type StoredDocument } from '../../policy/find.ts'
import { endFor } from '../../policy/grants.ts'
import { documentIsHeld } from '../../policy/holds.ts'
import { matterNamed } from '../../policy/matters.ts'
import { linksOf } from '../links/links-of.ts'
import { signatoriesOf } from '../signatories/signatories.ts'
import { earlierReaders, versionsOf } from '../versions/versions-of.ts'

/** The columns of a row of a list. */
export type Listed = Omit<
  StoredDocument,
  | 'sha256'
  | 'secure'
  | 'locked'
  | 'superseded'
  | 'matterId'
  | 'filePath'
  | 'wrappedKey'
  | 'masterKeyId'
  | 'deletedBy'
> & {
  /** Time since when it is locked, where lists name what is. */
  lockedSince?: Date | string | null
  /** State: the reader sees a later version, where lists ask for both. */
  earlier?: boolean
}

/** Documents that were deleted before the number of days could be set have the default. */
const keptUntil = (deletedAt: Date, kept: Date | null): Date =>
  kept ?? daysAfter(deletedAt, limits.deletedKeptDays)

const iso = (instant: Date | null) => instant?.toISOString() ?? null

/** A document as lists return it; `held` is the reader's own live grant. */
export function toRow(actor: Actor, document: Listed, held: OwnGrant | null): DocumentRow {
  const { lockedSince = null } = document
  const can = abilities(actor, { ...document, lockedSince }, held?.accessLevel ?? null)
  const grant = held && byGrantOnly(actor, document) ? held : null
  return {
    id: document.id,
    ...detailsOf(document),
    status: document.status,
    copy: document.copy,
    uploadedAt: document.createdAt.toISOString(),
    updatedAt: iso(document.updatedAt),
    fileName: document.fileName,
    fileSize: document.fileSize,
    fileType: document.fileType,
    ownerId: document.ownerId,
    ownerName: document.ownerName,
    ownerEmail: document.ownerEmail,
    organizationId: document.organizationId,
    deletedAt: iso(document.deletedAt),
    earlier: document.earlier ?? false,
    lockedSince: lockedSince && new Date(lockedSince).toISOString(),
    keptUntil: iso(document.deletedAt && keptUntil(document.deletedAt, document.keptUntil)),
    access: grant && {
      id: grant.id,
      accessLevel: grant.accessLevel,
      endsAt: iso(endFor(actor, grant)),
      expiresAt: iso(grant.expiresAt),
      autoRevokeDate: iso(grant.autoRevokeDate),
    },
    can: {
      download: can.download,
      share: can.share,
      correct: can.correct,
      confirm: can.confirm,
      archive: can.archive,
      unarchive: can.unarchive,
      delete: can.delete,
      restore: can.restore,
    },
  }
}

/** A document as its own page receives it. */
export function toDocument(
  actor: Actor,
  document: StoredDocument,
  held: OwnGrant | null,
  lockedSince: Date | null = null,
): Document {
  const row = toRow(actor, { ...document, lockedSince }, held)
  const { read, seeAccess, seeHistory } = abilities(
    actor,
    { ...document, lockedSince },
    held?.accessLevel ?? null,
  )
  const preview = drawableTypes.includes(document.fileType)
  return {
    ...row,
    sha256: document.sha256,
    secure: document.secure,
    locked: document.locked,
    preview,
    can: { ...row.can, preview: preview && read, seeAccess, seeHistory },
  }
}

/** One document, also a deleted one for those who may restore it. Its content is not opened, so there is no audit event. */
export async function getDocument(ctx: Acting<ReadCtx>, documentId: string): Promise<{ document: Document }> {
  const found = await findDocument(ctx, documentId, { view: 'either', lockedToo: true })
  const shown = toDocument(ctx.actor, found.document, found.grant, found.lockedSince)
  const versions = await versionsOf(ctx, documentId)
  const document = {
    ...shown,
    earlier: versions.length > 0 && versions.at(-1)?.id !== documentId,
    versions,
    earlierReaders: shown.can.share ? await earlierReaders(ctx, documentId, versions) : [],
    signatories: await signatoriesOf(ctx, documentId),
    links: await linksOf(ctx, documentId, shown.can.correct),
  }
  if (!shown.can.seeHistory) return { document }
  const { matterId } = found.document
  const matter = matterId && (await matterNamed(ctx, matterId))
  return { document: { ...document, matter: matter || null, held: await documentIsHeld(ctx, documentId) } }
}
