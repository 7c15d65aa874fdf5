import type { Actor } from '../context/actor.ts'

/** What is known of a document when it is asked who may do what with it. */
type Subject = { ownerId: string; deletedAt: Date | null; contentRemovedAt: Date | null }

/** Documents a person handles as a trustee does: an unconfirmed trustee's are their own. */
const handles = (actor: Actor, document: Subject): boolean =>
  actor.permissions.includes('canManageDocuments') && (actor.confirmed || document.ownerId === actor.id)

/**
 * What a person may do with a document that they can see (specification, section 6; decisions, section 2).
 * `level` is their own live grant's, where they see it by one. The server asks this; the web shows its answer.
 */
export function abilities(actor: Actor, document: Subject, level: 'view' | 'download' | null) {
  const present = document.deletedAt === null
  const mine = document.ownerId === actor.id
  const manages = handles(actor, document)
  const byOrganization = actor.role === 'b2b_admin' && level === null
  return {
    read: present,
    download: present && (manages || mine || byOrganization || level === 'download'),
    share: present && manages,
    delete: present && (manages || (mine && actor.permissions.includes('canUploadDocuments'))),
    restore: !present && document.contentRemovedAt === null && manages,
    seeAccess: manages,
    seeHistory: manages || mine,
  }
}
