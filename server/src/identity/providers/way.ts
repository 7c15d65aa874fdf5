import type * as contract from '@deedbox/contract/providers.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { providerOfDomain } from '../accounts/ways.ts'

/** Returns how people with such an email sign in: by its domain only, so that it says nothing about who has an account. */
export async function signInWay(
  ctx: ReadCtx,
  { body: { email } }: Input<typeof contract.signInWay>,
): Promise<Answer<typeof contract.signInWay>> {
  const provider = await providerOfDomain(ctx, email)
  if (!provider) return { way: 'password', providerId: null, name: null, required: false }
  const { providerId, name, required } = provider
  return { way: 'provider', providerId, name, required }
}
