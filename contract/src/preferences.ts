import { z } from 'zod'
import { type MailSwitch, mailSwitches, mailSwitchNames } from './mail-kinds.ts'

const switches = <T extends z.ZodType>(of: (name: MailSwitch) => T) =>
  Object.fromEntries(mailSwitchNames.map((name) => [name, of(name)])) as Record<MailSwitch, T>

/** The sections of the dashboards that can be folded. */
export const dashboardSections = [
  'waiting',
  'figures',
  'top-documents',
  'pending-requests',
  'long-term-access',
  'expired-access',
  'charts',
  'reminders',
  'audit-trail',
  'administration',
  'recent-activity',
  'quick-actions',
  'ending-access',
  'unclaimed-requests',
] as const
export type DashboardSection = (typeof dashboardSections)[number]

/** Choices that people make for themselves, the same for every role. */
export const preferences = z.strictObject({
  /** Form of dates: '3 Dec 2026', '03/12/2026', '2026-12-03'. */
  dates: z.enum(['words', 'slashes', 'iso']),
  /** Theme; null follows each of their devices. */
  theme: z.enum(['light', 'dark', 'auto']).nullable(),
  /** Optional mails that they want; one that a client of an older release does not name is on. */
  mails: z.strictObject(switches((name) => z.boolean().default(mailSwitches[name].byDefault))),
  /** The sections of their dashboard that are folded. */
  folded: z.array(z.enum(dashboardSections)).max(dashboardSections.length).default([]),
  /** State: the dashboard shows the first steps of a new account until they are done. */
  firstSteps: z.boolean().default(true),
})
export type Preferences = z.infer<typeof preferences>

const { dates, theme, folded, firstSteps } = preferences.shape
const wanted = z.object(switches((name) => z.boolean().catch(mailSwitches[name].byDefault)))
const stored = z.object({
  dates: dates.catch('words'),
  theme: theme.catch(null),
  mails: wanted.catch(() => wanted.parse({})),
  folded: folded.catch([]),
  firstSteps: firstSteps.catch(true),
})

/** Reads the stored preferences, with defaults for missing ones. */
export const readPreferences = (kept: Record<string, unknown>): Preferences => stored.parse(kept)
