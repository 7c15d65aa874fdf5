import { permissionsOf } from '@deedbox/contract/permissions.ts'
import { and, eq } from 'drizzle-orm'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import type { Owner } from '../../documents/store/store.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import { StartFault } from '../../platform/errors.ts'

/**
 * Finds the account whose documents the files become.
 * @throws StartFault unless it is active and may upload documents
 */
export async function findOwner(
  { tx }: Pick<ReadCtx, 'tx'>,
  { email, id: known }: { email: string; id?: string },
): Promise<Owner> {
  const { id, name, organizationId, role, confirmedAt } = profiles
  const { leavingFrom } = organizations
  const [found] = await tx
    .select({ id, name, email: profiles.email, organizationId, role, confirmedAt, leavingFrom })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, organizationId))
    .where(and(known ? eq(id, known) : eq(profiles.email, email.trim().toLowerCase()), notDeactivated))
  if (!found) throw new StartFault(`There is no active account with the email ${email}.`)
  const may = permissionsOf(found.role)
  if (!may.includes('canManageDocuments') && !may.includes('canUploadDocuments'))
    throw new StartFault(`${email} may not have documents: the role of this account does not allow it.`)
  if (found.role === 'trustee' && !found.confirmedAt)
    throw new StartFault(`${email} is a trustee whom no administrator has confirmed yet.`)
  return {
    id: found.id,
    name: found.name,
    email: found.email,
    organizationId: found.organizationId,
    organizationLeavingFrom: found.leavingFrom,
  }
}
