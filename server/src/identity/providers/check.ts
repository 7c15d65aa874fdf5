import type * as contract from '@deedbox/contract/providers.ts'
import { and, eq } from 'drizzle-orm'
import { identityProviders } from '../../db/tables/sign-in.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { OutsideError } from '../../platform/outside.ts'
import { endsOf } from './certificates.ts'
import { discover } from './discovery.ts'
import { managed, type ProviderRow } from './managed.ts'
import { readJson } from './reach.ts'

/** Asks a provider what it is, and says plainly what is wrong. @throws Refusal provider-not-found. */
export async function checkProvider(
  services: Services,
  raw: Raw<typeof contract.checkProvider>,
  { params: { providerId } }: Input<typeof contract.checkProvider>,
): Promise<Answer<typeof contract.checkProvider>> {
  const [row] = await raw.read((ctx) =>
    ctx.tx
      .select()
      .from(identityProviders)
      .where(and(eq(identityProviders.id, providerId), managed(ctx.actor))),
  )
  if (!row) throw new Refusal('provider-not-found')
  return { problems: await problemsOf[row.kind](services, row, raw.now) }
}

type Check = (services: Services, row: ProviderRow, now: Date) => Promise<string[]>

const problemsOf: Record<ProviderRow['kind'], Check> = {
  async oidc(services, row) {
    const provider = { ...row, configured: false }
    try {
      const metadata = (await discover(services, provider)).serverMetadata()
      await readJson(services, provider, String(metadata.jwks_uri))
      const says = (list: unknown, wanted: string) => !Array.isArray(list) || list.includes(wanted)
      return [
        ...(says(metadata.response_types_supported, 'code') ? [] : ['It does not offer the code flow.']),
        ...(says(metadata.scopes_supported, 'email') ? [] : ['It does not offer the scope “email”.']),
        ...(says(metadata.code_challenge_methods_supported, 'S256')
          ? []
          : ['It does not offer PKCE with S256.']),
      ]
    } catch (error) {
      if (error instanceof OutsideError) return [error.message]
      throw error
    }
  },
  async saml(_services, { certificates }, now) {
    const over = endsOf(certificates).every((end) => Date.parse(end) <= now.getTime())
    return over ? ['All its certificates have expired: it has probably begun to sign with another.'] : []
  },
}
