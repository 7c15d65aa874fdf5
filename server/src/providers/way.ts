import type * as contract from '@deedbox/contract/providers.ts'
import { providerOfDomain } from '../accounts/ways.ts'
import type { ReadCtx } from '../context/context.ts'
import type { Answer, Input } from '../http/handler.ts'

/** How people with such an email sign in: by its domain only, so that it says nothing about who has an account. */
export async function signInWay(
  ctx: ReadCtx,
  { body: { email } }: Input<typeof contract.signInWay>,
): Promise<Answer<typeof contract.signInWay>> {
  const found = await providerOfDomain(ctx, email)
  if (!found) return { way: 'password', providerId: null, name: null, required: false }
  const { providerId, name, required } = found
  return { way: 'provider', providerId, name, required }
}
