import { z } from 'zod'
import { type MailSwitch, mailSwitches, mailSwitchNames } from './mail-kinds.ts'

const switches = <T extends z.ZodType>(of: (name: MailSwitch) => T) =>
  Object.fromEntries(mailSwitchNames.map((name) => [name, of(name)])) as Record<MailSwitch, T>

/** The sections of the dashboards, each open or folded until a person chooses otherwise. Those that answer 'what now' are open. */
export const dashboardSections = {
  figures: 'open',
  waiting: 'open',
  'quick-actions': 'open',
  administration: 'open',
  'recent-activity': 'open',
  'ending-access': 'open',
  'unclaimed-requests': 'open',
  'top-documents': 'folded',
  'pending-requests': 'folded',
  'long-term-access': 'folded',
  'expired-access': 'folded',
  charts: 'folded',
  reminders: 'folded',
  'audit-trail': 'folded',
} as const satisfies Record<string, 'open' | 'folded'>
export type DashboardSection = keyof typeof dashboardSections
const sectionNames = Object.keys(dashboardSections) as [DashboardSection, ...DashboardSection[]]

/** Choices that people make for themselves, the same for every role. */
export const preferences = z.strictObject({
  /** Form of dates: '3 Dec 2026', '03/12/2026', '2026-12-03'. */
  dates: z.enum(['words', 'slashes', 'iso']),
  /** Theme; null follows each of their devices. */
  theme: z.enum(['light', 'dark', 'auto']).nullable(),
  /** Optional mails that they want; one that a client of an older release does not name is on. */
  mails: z.strictObject(switches((name) => z.boolean().default(mailSwitches[name].byDefault))),
  /** The sections of their dashboard that they folded or opened, each the other way than it is at first. */
  turned: z.array(z.enum(sectionNames)).max(sectionNames.length).default([]),
  /** State: the dashboard shows the first steps of a new account until they are done. */
  firstSteps: z.boolean().default(true),
})
export type Preferences = z.infer<typeof preferences>

const { dates, theme, turned, firstSteps } = preferences.shape
const wanted = z.object(switches((name) => z.boolean().catch(mailSwitches[name].byDefault)))
const stored = z.object({
  dates: dates.catch('words'),
  theme: theme.catch(null),
  mails: wanted.catch(() => wanted.parse({})),
  turned: turned.catch([]),
  firstSteps: firstSteps.catch(true),
})

/** Reads the stored preferences, with defaults for missing ones. */
export const readPreferences = (kept: Record<string, unknown>): Preferences => stored.parse(kept)
