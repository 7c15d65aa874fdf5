import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { ofClient } from '../../db/client-key.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import { newestSeen, visibleTo } from '../../policy/visible.ts'

/**
 * Selects the documents through which a person sees a client's page: those that they handle, that their organisation has or that they own.
 * A person who only was given access to a document learns nothing about its client.
 */
export function documentsOf(actor: Actor, now: Date, name: string): SQL {
  const { permissions, organizationId } = actor
  const own = permissions.includes('canViewOwnDocuments') ? eq(documents.ownerId, actor.id) : undefined
  const ofOrganization =
    permissions.includes('canManageOrganization') && organizationId
      ? eq(documents.organizationId, organizationId)
      : undefined
  const through = permissions.includes('canManageDocuments')
    ? sql`true`
    : (or(own, ofOrganization) ?? sql`false`)
  return and(ofClient(name), visibleTo(actor, now), newestSeen(actor, now), through) ?? sql`false`
}
