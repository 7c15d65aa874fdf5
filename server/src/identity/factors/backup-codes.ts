import { createHmac, randomInt } from 'node:crypto'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { backupCodes } from '../../db/tables/sign-in.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { deriveSecret, type Keyring } from '../../platform/encryption/keys.ts'
import { securityNotice } from '../accounts/security-notice.ts'

/** Letters that do not look like digits. Ten of them are 49 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 10

const newCode = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Shows a code as people see it: in two halves. */
const shown = (code: string) => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`

const hash = (secret: Buffer, userId: string, code: string) =>
  createHmac('sha256', secret).update(`${userId}\0${code}`).digest('base64url')

const unused = (userId: string) => and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt))

/** Counts the backup codes that a person can still use. */
export const backupCodesLeft = ({ tx }: ReadCtx, userId: string): Promise<number> =>
  tx.$count(backupCodes, unused(userId))

/** Makes new backup codes instead of the former ones. They are returned this once; only their keyed hashes are stored. */
export async function replaceBackupCodes(keyring: Keyring, ctx: WriteCtx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.backupCodes.made }, newCode)
  await ctx.tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  await ctx.tx.insert(backupCodes).values(
    codes.map((code) => ({
      userId,
      hash: hash(keyring.secret('backup codes'), userId, code),
      createdAt: ctx.now,
    })),
  )
  return codes.map(shown)
}

/** Uses up a backup code (without spaces or dashes, lower case) and tells the person; false if it is none of theirs, or was used. */
export async function spendBackupCode(
  { keyring, mail }: Pick<Services, 'keyring' | 'mail'>,
  ctx: Acting<WriteCtx>,
  code: string,
): Promise<boolean> {
  const { tx, actor, now } = ctx
  // Codes were hashed under the master key of their time, before its secrets were kept.
  const former = [...keyring.masterKeys.keys()].map((id) => deriveSecret(keyring, 'backup codes', id))
  const hashes = [keyring.secret('backup codes'), ...former].map((secret) => hash(secret, actor.id, code))
  const spent = await tx
    .update(backupCodes)
    .set({ usedAt: now })
    .where(and(unused(actor.id), inArray(backupCodes.hash, hashes)))
    .returning({ id: backupCodes.id })
  if (spent.length === 0) return false
  const left = await backupCodesLeft(ctx, actor.id)
  await ctx.audit({ event: 'backup_code_used', subjectEmail: actor.email, details: { left } })
  await securityNotice(mail, ctx, actor, {
    title: 'A backup code of your account was used',
    lines: [
      left === 1 ? 'You have 1 backup code left.' : `You have ${left} backup codes left.`,
      ...(left <= limits.backupCodes.fewLeft
        ? ['You can make new ones on your profile, under Account security.']
        : []),
    ],
  })
  return true
}
