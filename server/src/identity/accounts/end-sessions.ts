import { sessions } from '../../db/tables/accounts.ts'
import type { Services } from '../../kernel/services.ts'

/** Signs everybody out after a restore, because an older database brings back sessions that had ended. Returns how many. */
export const endSessions = ({ contexts }: Pick<Services, 'contexts'>): Promise<number> =>
  contexts.work(async ({ tx, audit }) => {
    const ended = await tx.delete(sessions).returning({ id: sessions.id })
    await audit({ event: 'sessions_ended', details: { sessions: ended.length } })
    return ended.length
  })
