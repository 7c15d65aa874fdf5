import { z } from 'zod'

/** The mails that a person may switch off: nothing that concerns security, and nothing that somebody sends them. */
export const optionalMails = z.strictObject({
  /** Their own access to a document ends in 7 days, or has ended. */
  accessEnding: z.boolean(),
  /** A new request for access waits to be decided; for people who decide requests. */
  requests: z.boolean(),
  /** A trustee signed up and waits to be confirmed; for administrators. */
  newTrustees: z.boolean(),
})
export type OptionalMail = keyof z.infer<typeof optionalMails>

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

/** What people choose for themselves, the same for every role. */
export const preferences = z.strictObject({
  /** '3 Dec 2026', '03/12/2026', '2026-12-03'. */
  dates: z.enum(['words', 'slashes', 'iso']),
  /** Null: whatever each of their devices shows. */
  theme: z.enum(['light', 'dark', 'auto']).nullable(),
  mails: optionalMails,
  /** The sections of their dashboard that are folded. */
  folded: z.array(z.enum(dashboardSections)).max(dashboardSections.length).default([]),
  /** Whether the dashboard shows the first steps of a new account, until they are done. */
  firstSteps: z.boolean().default(true),
})
export type Preferences = z.infer<typeof preferences>

const { dates, theme, folded, firstSteps } = preferences.shape
const on = z.boolean().catch(true)
const stored = z.object({
  dates: dates.catch('words'),
  theme: theme.catch(null),
  mails: z
    .object({ accessEnding: on, requests: on, newTrustees: on })
    .catch({ accessEnding: true, requests: true, newTrustees: true }),
  folded: folded.catch([]),
  firstSteps: firstSteps.catch(true),
})

/** The stored preferences with defaults for what is missing. */
export const readPreferences = (kept: Record<string, unknown>): Preferences => stored.parse(kept)
