import type { Actor } from '../kernel/context/actor.ts'

/** Facts that the rules need about a document. */
type Subject = {
  ownerId: string
  status: string
  organizationId: string | null
  deletedAt: Date | null
  contentRemovedAt: Date | null
  /** Time since when it is locked, as its organisation has left; null: it is not. */
  lockedSince: Date | string | null
}

type Whose = Pick<Subject, 'ownerId' | 'organizationId'>

export type Abilities = ReturnType<typeof abilities>

/** Tells whether a person manages a document as a trustee; an unconfirmed trustee manages only their own. */
const handles = (actor: Actor, document: Whose): boolean =>
  actor.permissions.includes('canManageDocuments') && (actor.confirmed || document.ownerId === actor.id)

const owns = (actor: Actor, document: Whose): boolean =>
  actor.permissions.includes('canViewOwnDocuments') && document.ownerId === actor.id

const ofOrganization = (actor: Actor, document: Whose): boolean =>
  actor.permissions.includes('canManageOrganization') &&
  actor.organizationId !== null &&
  document.organizationId === actor.organizationId

/** Tells whether a person sees a document only because it was shared with them. */
export const byGrantOnly = (actor: Actor, document: Whose): boolean =>
  !handles(actor, document) && !owns(actor, document) && !ofOrganization(actor, document)

/**
 * Decides what a person may do with a document that they can see (specification, section 6; decisions, section 2). `level` is that of their
 * own active grant, if they have one. The server enforces this; the web shows the result.
 */
export function abilities(actor: Actor, document: Subject, level: 'view' | 'download' | null) {
  const locked = document.lockedSince !== null
  const present = document.deletedAt === null && !locked
  const uploaded = owns(actor, document) && actor.permissions.includes('canUploadDocuments')
  const manages = handles(actor, document)
  return {
    read: present,
    download: present && (!byGrantOnly(actor, document) || level === 'download'),
    share: present && manages,
    // Details that nobody has confirmed yet may still be put right by the uploader.
    correct: present && (manages || (uploaded && document.status === 'pending')),
    confirm: present && manages && document.status === 'pending',
    archive: present && manages && document.status !== 'archived',
    unarchive: present && manages && document.status === 'archived',
    delete: present && (manages || uploaded),
    restore: !locked && document.deletedAt !== null && document.contentRemovedAt === null && manages,
    seeAccess: manages,
    seeHistory: manages || owns(actor, document),
  }
}
