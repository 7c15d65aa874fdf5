import type { authLogout } from '@deedbox/contract/auth-api.ts'
import { and, eq, ne } from 'drizzle-orm'
import { sessions } from '../../db/tables/accounts.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'

/** Ends this session, all others or all, of every kind but personal access tokens, which have an end of their own. */
export async function logout(
  { tx, actor, audit }: Acting<WriteCtx>,
  { query: { scope } }: Input<typeof authLogout>,
): Promise<Answer<typeof authLogout>> {
  const others = and(
    eq(sessions.userId, actor.id),
    ne(sessions.id, actor.sessionId),
    ne(sessions.kind, 'token'),
  )
  if (scope !== 'local') {
    const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id })
    const details = { sessions: ended.length }
    await audit({ event: 'other_sessions_ended', subjectEmail: actor.email, details })
  }
  if (scope !== 'others') {
    await tx.delete(sessions).where(eq(sessions.id, actor.sessionId))
    await audit({ event: 'signed_out', actor, subjectEmail: actor.email })
  }
  return null
}
