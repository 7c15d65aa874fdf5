import { audienceText } from '../announcement-terms.ts'
import { fileSize } from '../sizes.ts'
import { count, event, flag, listOf, maybe, orNone, text, value } from './define.ts'
import { settingLabel } from './settings.ts'
import { fromTo, mailNamed, many, quoted, valueText } from './words.ts'

const mail = { kind: text, mailId: text }
const named = { files: count, paths: maybe(listOf(text)) }
const files = ({ files: n }: { files?: number | undefined }) => [many(n, 'file')]
const backup = { place: maybe(text), copy: maybe(text) }
const enquiry = { enquiryId: maybe(text) }

/** The deployment: settings, mail, the store and its backups. */
export const system = {
  setting_changed: event(
    'settings',
    ['settings'],
    'Setting changed',
    { setting: text, from: value, to: value },
    ({ setting, from, to }) => [
      setting && `${settingLabel(setting)} ${fromTo(valueText(from), valueText(to))}`,
    ],
  ),
  reminder_settings_updated: event(
    'people',
    [],
    'Reminder settings updated',
    { enabled: flag, daysBefore: count, emailNotifications: flag },
    (d) => [
      d.enabled !== undefined && `reminders ${valueText(d.enabled)}`,
      d.daysBefore !== undefined && `${many(d.daysBefore, 'day')} before`,
      d.emailNotifications !== undefined && `emails ${valueText(d.emailNotifications)}`,
    ],
  ),
  mail_resent: event('mail', ['mails'], 'Email sent again', mail, ({ kind }) => [mailNamed(kind)]),
  mail_failed: event('mail', ['mails'], 'Email could not be sent', mail, ({ kind }) => [mailNamed(kind)]),
  announcement_sent: event(
    'mail',
    ['mails'],
    'Announcement sent',
    {
      announcementId: text,
      subject: text,
      audience: text,
      chosen: maybe(listOf(text)),
      recipients: count,
      again: maybe(flag),
    },
    (d) => [
      quoted(d.subject),
      d.audience && `to: ${audienceText(d.audience, d.chosen)}`,
      many(d.recipients, 'recipient'),
      d.again && 'the same one again, which was not sent twice',
    ],
  ),
  enquiry_received: event(
    'mail',
    ['enquiries'],
    'Enquiry received',
    { ...enquiry, again: maybe(flag) },
    ({ again }) => [again && 'sent again'],
  ),
  enquiry_answered: event('mail', ['enquiries'], 'Enquiry marked as answered', enquiry, () => []),
  enquiry_reopened: event('mail', ['enquiries'], 'Enquiry marked as not answered', enquiry, () => []),
  enquiry_note_changed: event('mail', ['enquiries'], 'Note on an enquiry changed', enquiry, () => []),
  master_key_replaced: event(
    'system',
    ['system'],
    'Master key replaced',
    { former: text, masterKey: text },
    ({ former, masterKey }) => [fromTo(former, masterKey)],
  ),
  master_key_settled: event(
    'system',
    ['system'],
    'Everything is under the new master key',
    { masterKey: text, rewrapped: count, unopened: count },
    (d) => [
      d.masterKey,
      many(d.rewrapped, 'key or secret', 'keys and secrets'),
      Boolean(d.unopened) && `${many(d.unopened, 'one', 'others')} could not be opened`,
    ],
  ),
  master_keys_removed: event(
    'system',
    ['system'],
    'Older master keys removed',
    { masterKeys: listOf(text) },
    ({ masterKeys }) => [masterKeys?.join(', ')],
  ),
  key_escrow_made: event(
    'system',
    ['system'],
    'Master key divided into parts',
    { masterKey: text, mark: text, parts: count, threshold: count },
    (d) => [
      d.masterKey,
      d.mark && `mark ${d.mark}`,
      many(d.parts, 'part'),
      d.threshold !== undefined && `${d.threshold} give it back`,
    ],
  ),
  key_escrow_drilled: event(
    'system',
    ['system'],
    'Parts of the master key tried: they open a sample',
    { masterKey: text, mark: text, parts: count },
    (d) => [d.masterKey, d.mark && `mark ${d.mark}`, many(d.parts, 'part')],
  ),
  log_begun: event(
    'system',
    ['system'],
    'Transparency log begun',
    {
      origin: text,
      previous: maybe(text),
      knownSize: maybe(count),
      knownRoot: maybe(text),
      restoredSize: maybe(count),
      restoredRoot: maybe(text),
    },
    (d) => [
      d.origin,
      d.previous && `after ${d.previous}`,
      d.knownSize !== undefined && `last known with ${many(d.knownSize, 'event')}`,
      d.knownRoot && `root ${d.knownRoot}`,
      d.restoredSize !== undefined && `here with ${many(d.restoredSize, 'event')}`,
      d.restoredRoot && `root ${d.restoredRoot} here`,
    ],
  ),
  records_forgotten: event(
    'system',
    ['system'],
    'Names and texts of old events removed',
    { events: count, before: text, years: count },
    (d, { day }) => [
      many(d.events, 'event'),
      d.before && `of before ${day(d.before)}`,
      d.years !== undefined && `older than ${many(d.years, 'year')}`,
    ],
  ),
  log_mismatch_found: event(
    'system',
    ['system'],
    'Check of the log found something',
    { problem: text },
    ({ problem }) => [problem],
  ),
  log_finding_settled: event(
    'system',
    ['system'],
    'What a check of the log found was settled',
    { problem: text, reason: text },
    ({ problem, reason }) => [problem, quoted(reason)],
  ),
  store_adopted: event(
    'system',
    ['system'],
    'Content store adopted',
    { formerMark: maybe(orNone(text)), files: maybe(count), recorded: maybe(count), expected: maybe(count) },
    (d) => [
      many(d.files, 'file'),
      d.recorded !== undefined && `${d.recorded} of them recorded`,
      many(d.expected, 'document with content', 'documents with content'),
      d.formerMark && `formerly ${d.formerMark}`,
    ],
  ),
  content_quarantined: event(
    'system',
    ['system'],
    'Content without a record moved to the quarantine',
    named,
    files,
  ),
  content_returned: event('system', ['system'], 'Content returned from the quarantine', named, files),
  content_purged: event('system', ['system'], 'Content removed from the quarantine', named, files),
  sweep_refused: event(
    'system',
    ['system'],
    'Too much content without a record: nothing moved',
    { unrecorded: count, files: count },
    (d) => [d.unrecorded !== undefined && `${d.unrecorded} of ${many(d.files, 'file')}`],
  ),
  backup_made: event(
    'system',
    ['system'],
    'Backup made',
    {
      ...backup,
      documents: maybe(count),
      bytesCopied: maybe(count),
      bytesTotal: maybe(count),
      problem: maybe(orNone(text)),
    },
    (d) => [
      quoted(d.copy),
      d.place,
      many(d.documents, 'document'),
      d.bytesCopied !== undefined && `${fileSize(d.bytesCopied)} copied`,
      d.bytesTotal !== undefined && `${fileSize(d.bytesTotal)} in all`,
      d.problem,
    ],
  ),
  backup_requested: event('system', ['system'], 'Backup asked for'),
  backup_checked: event(
    'system',
    ['system'],
    'Sample of a backup checked',
    {
      ...backup,
      copy: maybe(orNone(text)),
      outcome: text,
      files: maybe(orNone(count)),
      problem: maybe(orNone(text)),
    },
    (d) => [d.outcome, quoted(d.copy), d.place, many(d.files ?? undefined, 'file'), d.problem],
  ),
  backup_failed: event('system', ['system'], 'Backup failed', { place: maybe(text), problem: text }, (d) => [
    d.place,
    d.problem,
  ]),
  backups_removed: event(
    'system',
    ['system'],
    'Old backups removed',
    {
      place: maybe(text),
      kept: maybe(count),
      copies: maybe(count),
      files: maybe(count),
      removed: maybe(count),
      names: maybe(listOf(text)),
    },
    (d) => [
      d.place,
      many(d.copies, 'copy', 'copies'),
      d.kept !== undefined && `${many(d.kept, 'copy', 'copies')} kept`,
      many(d.files, 'object'),
      Boolean(d.removed) && `${many(d.removed, 'older one')} cleared away`,
    ],
  ),
  deployment_restored: event(
    'system',
    [],
    'Deployment restored from a backup',
    { copy: text, documents: count, rows: count, erasedAgain: maybe(count) },
    (d) => [
      quoted(d.copy),
      many(d.documents, 'document'),
      many(d.rows, 'row'),
      Boolean(d.erasedAgain) && `${many(d.erasedAgain, 'document')} erased again`,
    ],
  ),
} as const
