import type { Services } from '../../kernel/services.ts'

/** Returns what an identity provider must know about us: the same for all of them, so that it can be set up there first. */
export function ourSaml({ place }: Pick<Services, 'place'>): { entityId: string; acsUrl: string } {
  const root = `${place().publicUrl}/api/saml`
  return { entityId: `${root}/metadata`, acsUrl: `${root}/acs` }
}
