import { counted } from '@deedbox/contract/counts.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { type EscrowToDo, escrowReminders } from '@deedbox/contract/keys.ts'
import { storageSize } from '@deedbox/contract/sizes.ts'
import type { HealthState } from '@deedbox/contract/system.ts'
import { DATABASE_RESERVE, DOCUMENTS_RESERVE } from '../../platform/room.ts'

/* Pure rules: what a measurement means, and what to do about it. */

export type Outcome = { state: HealthState; message: string }

const good = (message: string): Outcome => ({ state: 'good', message })
const warning = (message: string): Outcome => ({ state: 'warning', message })
const bad = (message: string): Outcome => ({ state: 'bad', message })
const unknown = (message: string): Outcome => ({ state: 'unknown', message })

const second = 1_000
const minute = 60 * second
const MB = 1024 * 1024

const spoken = (ms: number): string => {
  const [value, unit] =
    ms < 2 * minute ? [Math.round(ms / second), 'second'] : [Math.round(ms / minute), 'minute']
  return `${value} ${unit}${value === 1 ? '' : 's'}`
}

/** Judges the clock. `difference`: how far the database is ahead of this server; `uncertainty`: how long the question travelled. */
export function judgeClock(difference: number, uncertainty: number): Outcome {
  const apart = Math.max(0, Math.abs(difference) - uncertainty)
  const found = `This server's clock and the database's differ by ${spoken(apart)}.`
  if (apart > 30 * second)
    return bad(
      `${found} Deedbox goes by the database's clock, so access may end too early or too late. Set both by a time server (NTP).`,
    )
  if (apart > 2 * second) return warning(`${found} Set both by a time server (NTP).`)
  return good('This server and the database have the same time.')
}

/** Judges the disk. `free`: bytes on the disk of the data folder; null where other machines hold all data. */
export function judgeDisk(free: number | null): Outcome {
  if (free === null)
    return unknown('The data is on other machines, whose free space Deedbox cannot see. Watch it there.')
  const found = `${storageSize(free)} are free.`
  if (free < DATABASE_RESERVE)
    return bad(`${found} No changes are accepted. Free some space, and Deedbox goes on by itself.`)
  if (free < DOCUMENTS_RESERVE)
    return bad(`${found} No files are accepted. Free some space, and Deedbox goes on by itself.`)
  if (free < 1024 * MB)
    return warning(`${found} Below ${storageSize(DOCUMENTS_RESERVE)} no files are accepted.`)
  return good(found)
}

/** Judges the certificate. `fault`: why a browser may refuse it; null when this server trusts it. */
export function judgeCertificate(expiresAt: Date, now: Date, fault: string | null): Outcome {
  const left = Math.floor((expiresAt.getTime() - now.getTime()) / dayMs)
  const days = counted(left, 'day')
  if (expiresAt <= now) return bad('It has expired, and browsers refuse it. Renew it at the proxy.')
  if (left < 7) return bad(`It expires in ${days}. Renew it at the proxy now.`)
  if (left < 21) return warning(`It expires in ${days}. Check that the proxy renews it.`)
  if (fault)
    return warning(
      `It expires in ${days}, but this server does not trust it (${fault}). Browsers that do not know who issued it refuse it.`,
    )
  return good(`It expires in ${days}.`)
}

/** Judges the jobs. `beat`: how long ago the scheduler last worked; null: never. `overdue`: how late the oldest waiting job is. */
export function judgeJobs(beat: number | null, overdue: number | null, failing: readonly string[]): Outcome {
  if (beat === null || beat > 5 * minute)
    return bad(
      `The scheduler has not worked ${beat === null ? 'yet' : `for ${spoken(beat)}`}. Restart Deedbox, and look at its log.`,
    )
  if (overdue !== null && overdue > 60 * minute)
    return bad(`A job has waited for ${spoken(overdue)}. Restart Deedbox, and look at its log.`)
  if (beat > 2 * minute) return warning(`The scheduler has not worked for ${spoken(beat)}.`)
  if (overdue !== null && overdue > 10 * minute)
    return warning(`A job has waited for ${spoken(overdue)}: this server may have too much to do.`)
  if (failing.length > 0)
    return warning(`Failed at its last run: ${failing.join(', ')}. The System page shows the error.`)
  return good('Jobs run when they are due.')
}

/**
 * Judges the scanner. `version`: as clamd says it, `ClamAV 1.4.3/27800/Sat Nov 21 08:00:00 2026`; without signatures of ClamAV only the
 * first part.
 */
export function judgeScanner(version: string, now: Date): Outcome {
  const updatedAt = Date.parse(version.split('/')[2] ?? '')
  if (Number.isNaN(updatedAt))
    return warning('It works, but does not say how old its signatures are. Check that freshclam runs.')
  const days = Math.max(0, Math.floor((now.getTime() - updatedAt) / dayMs))
  const age = `${counted(days, 'day')} old`
  if (days >= 7)
    return warning(
      `It works, but its signatures are ${age}: it misses newer viruses. Check that freshclam runs.`,
    )
  return good(`A file was checked. The signatures are ${age}.`)
}

/** Judges a program that reads people's files. `isolated`: whether the system lets it be started without a network. */
export function judgeProgram(version: string, isolated: boolean): Outcome {
  if (isolated) return good(`It works: ${version}.`)
  return warning(
    `It works: ${version}. But the system refuses to start it without a network, so a hostile file that takes it over could reach yours. Allow it user and network namespaces: the operations guide, 'LibreOffice and Tesseract', says how.`,
  )
}

/** Judges the mail. `reason`: the code of the fault, as Node, nodemailer and the server name it. */
export function judgeMail(kind: 'smtp' | 'mailbox', reason: string | null): Outcome {
  if (reason === null)
    return kind === 'smtp'
      ? good('The mail server answers and lets Deedbox sign in.')
      : good('Emails are kept in the local mailbox. Set SMTP_URL to send them.')
  const kept = 'Emails wait and are sent later.'
  if (kind === 'mailbox')
    return bad(`The local mailbox cannot be written (${reason}). Check the folder DATA_DIR/mailbox. ${kept}`)
  if (/EAUTH|535|530/.test(reason))
    return bad(`The mail server refuses the user or the password (${reason}). Check SMTP_URL. ${kept}`)
  if (/ETLS|CERT|SSL/.test(reason))
    return bad(
      `No safe connection to the mail server (${reason}). Check its certificate and SMTP_URL. ${kept}`,
    )
  return bad(`The mail server does not answer (${reason}). Check that it runs, and SMTP_URL. ${kept}`)
}

/** Judges the log. `waited`: how long the oldest event without a leaf has waited; `why`: reason why this server seals nothing. */
export function judgeLog(found: {
  waited: number | null
  problems: readonly string[]
  why: string | null
}): Outcome {
  const { waited, problems, why } = found
  const [first, ...others] = problems
  if (first !== undefined)
    return bad(
      `${first}${others.length > 0 ? ` Found besides: ${others.length}.` : ''} Run \`npm run verify-log\`, keep a copy of the database, and find out who changed it.`,
    )
  if (waited === null || waited <= 5 * minute) return good('Every event is in the log.')
  return bad(
    `${why ?? 'No server seals events.'} Events have waited for ${spoken(waited)}; everything else goes on.`,
  )
}

/** Judges the witnesses. `missedMs`: how long they have not been enough for the quorum; null before the first was asked. */
export function judgeWitnesses(missedMs: number | null, faults: readonly string[]): Outcome {
  const hour = 60 * minute
  const [first] = faults
  if (missedMs === null) return unknown('No witness has been asked yet.')
  if (missedMs < 2 * hour)
    return first === undefined
      ? good('Enough witnesses cosign the log.')
      : warning(`Enough witnesses cosign the log, but: ${first}`)
  const hours = Math.floor(missedMs / hour)
  const found = `For ${hours} hours too few witnesses have cosigned the log.`
  const more = `${first === undefined ? '' : ` ${first}`} Everything goes on; the System page shows each of them.`
  return missedMs < dayMs ? warning(`${found}${more}`) : bad(`${found}${more}`)
}

/** Judges whether people can give the master key back. */
export function judgeKeys(
  { toDo, drilledAt }: { toDo: EscrowToDo | null; drilledAt: Date | null },
  now: Date,
): Outcome {
  if (toDo !== null)
    return warning(
      `${escrowReminders[toDo]}. If every copy of the key is lost, no document can be opened again. Divide the key and try the parts, on the page Keys.`,
    )
  const days = Math.floor((now.getTime() - (drilledAt ?? now).getTime()) / dayMs)
  const ago = days < 1 ? 'less than a day' : counted(days, 'day')
  return good(`Parts that people keep gave the key back in a drill ${ago} ago.`)
}

/** Judges the backups. `periodMs`: how long lies between two backups by the schedule; null: none is made by itself. */
export function judgeBackup(found: {
  key: boolean
  lastGoodAt: Date | null
  check: 'good' | 'bad' | 'failed' | null
  periodMs: number | null
  /** Sentence why the place cannot be used now; null when it can. */
  away: string | null
  now: Date
}): Outcome {
  const { key, lastGoodAt, check, periodMs, away, now } = found
  const where = 'The System page shows what went wrong.'
  if (!key)
    return warning('A place for backups is named, but no key: set BACKUP_KEY. None is made until then.')
  if (periodMs === null) return unknown('No backup is made by itself: that is switched off in the settings.')
  if (!lastGoodAt) return warning(`No backup has been made yet. ${away ?? where}`)
  const ageMs = Math.max(0, now.getTime() - lastGoodAt.getTime())
  const hours = Math.floor(ageMs / (60 * minute))
  const age = hours < 48 ? counted(hours, 'hour') : `${Math.floor(hours / 24)} days`
  const last = `The last good backup is ${age} old.`
  if (away !== null) return warning(`${last} ${away}`)
  if (ageMs > 2 * periodMs) return warning(`${last} ${where}`)
  if (check === 'bad') return warning(`${last} A check of a copy found damage. ${where}`)
  if (check === 'failed') return warning(`${last} A copy could not be checked. ${where}`)
  return good(last)
}
