import { type MailSwitch, mailSwitches } from '@deedbox/contract/mail-kinds.ts'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { ReadCtx } from '../context/context.ts'

/** Tells whether a person wants the mails of a switch, from their stored preferences: the default unless they touched it. */
export const wants = (preferences: SQL, mail: MailSwitch): SQL<boolean> =>
  sql`coalesce((${preferences} -> 'mails' ->> ${sql.raw(`'${mail}'`)})::boolean, ${sql.raw(String(mailSwitches[mail].byDefault))})`

/** Returns those of these addresses whose people want this kind of mail, in the same order. */
export async function wanting(
  { tx }: ReadCtx,
  mail: MailSwitch,
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
