import type * as contract from '@deedbox/contract/security.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { authAccounts } from '../../db/tables/accounts.ts'
import { identityProviders } from '../../db/tables/sign-in.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { configuredProvider } from '../providers/find.ts'

/** Lists the ways in which the actor can sign in. */
export async function listIdentities(
  services: Pick<Services, 'config'>,
  { tx, actor }: Acting<ReadCtx>,
): Promise<Answer<typeof contract.listIdentities>> {
  const rows = await tx
    .select({ account: authAccounts, name: identityProviders.name })
    .from(authAccounts)
    .leftJoin(identityProviders, sql`${identityProviders.id}::text = ${authAccounts.providerId}`)
    .where(eq(authAccounts.userId, actor.id))
    .orderBy(asc(authAccounts.createdAt), asc(authAccounts.id))
  const isPassword = ({ account }: (typeof rows)[number]) => account.providerId === 'credential'
  const configured = configuredProvider(services)
  return {
    password: rows.some((row) => isPassword(row) && row.account.password !== null),
    identities: rows
      .filter((row) => !isPassword(row))
      .map(({ account, name }) => ({
        id: account.id,
        provider: name ?? (configured?.id === account.providerId ? configured.name : account.providerId),
        email: account.email,
        linkedAt: account.createdAt.toISOString(),
        lastUsedAt: account.lastUsedAt?.toISOString() ?? null,
      })),
  }
}
