import type * as contract from '@deedbox/contract/providers.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { identityDomains, identityProviders } from '../../db/tables/sign-in.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { oidcCallback } from './begin.ts'
import { isAdministrator, managed, readProviders } from './managed.ts'
import { ourSaml } from './saml-addresses.ts'

const waits = sql`exists (select 1 from ${identityDomains} d
  where d.provider_id = ${identityProviders.id} and d.confirmed_at is null)`

/**
 * Lists the providers that the actor manages, of one organisation or of the deployment.
 * @throws Refusal organization-not-found for an organisation that an Org Admin does not manage.
 */
export async function listProviders(
  { place }: Services,
  ctx: Acting<ReadCtx>,
  { query: { of, waiting } }: Input<typeof contract.listProviders>,
): Promise<Answer<typeof contract.listProviders>> {
  const { actor } = ctx
  if (of && !isAdministrator(actor) && of !== actor.organizationId)
    throw new Refusal('organization-not-found')
  const { organizationId } = identityProviders
  const asked = of === 'deployment' ? isNull(organizationId) : of ? eq(organizationId, of) : undefined
  return {
    providers: await readProviders(ctx, and(managed(actor), asked, waiting ? waits : undefined)),
    ours: {
      redirectUri: place().publicUrl + oidcCallback,
      ...ourSaml({ place }),
    },
  }
}
