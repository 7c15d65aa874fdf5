import type { OptionalMail } from '@deedbox/contract/preferences.ts'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { profiles } from '../db/tables/accounts.ts'

/** Whether a person wants an optional kind of mail, from their stored preferences: yes unless they switched it off. */
export const wants = (preferences: SQL, mail: OptionalMail): SQL<boolean> =>
  sql`coalesce((${preferences} -> 'mails' ->> ${sql.raw(`'${mail}'`)})::boolean, true)`

/** Those of these addresses whose people want this kind of mail, in the same order. */
export async function wanting(
  { tx }: ReadCtx,
  mail: OptionalMail,
  emails: readonly string[],
): Promise<string[]> {
  if (emails.length === 0) return []
  const rows = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(inArray(profiles.email, [...emails]), wants(sql`${profiles.preferences}`, mail)))
  const willing = new Set(rows.map(({ email }) => email))
  return emails.filter((email) => willing.has(email))
}
