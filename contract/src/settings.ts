import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, givenInstant, instant, line, paragraphs } from './fields.ts'
import { limits } from './limits.ts'
import { roles, signupRoles } from './permissions.ts'
import { reminderWindows } from './request-terms.ts'

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en-AU', { timeZone: name })
    return true
  } catch {
    return false
  }
}
const days = (min: number, max: number) => z.number().int().min(min).max(max)

/**
 * The settings of a deployment, which administrators change while it runs. The configuration only gives the values that
 * some of them start with.
 */
export const settings = z.object({
  deploymentName: line(limits.text.name).min(1, { error: 'This field is required' }),
  supportEmail: email,
  /** Shown as typed; empty: not shown. */
  phone: line(40),
  officeAddress: paragraphs(300),
  /** Where Enterprise enquiries go; empty: to the support address. */
  enterpriseEmail: z.union([z.literal(''), email]),
  timeZone: z.string().max(64).refine(isTimeZone, { error: 'Not a time zone, e.g. Australia/Sydney' }),
  /** The last day that Share suggests: this many days from today; null: none, so that access ends after 540 days. */
  sharePeriodDays: days(1, limits.autoRevokeDays).nullable(),
  /** How long a session lasts at most. */
  sessionDays: days(1, 365),
  /** Who may make an account: anyone, only people with an invitation, nobody. */
  signUp: z.enum(['open', 'invited', 'closed']),
  /** The roles that people may choose at sign-up while it is open. */
  signUpRoles: z
    .array(z.enum(signupRoles))
    .min(1, { error: 'Choose at least one role' })
    .max(signupRoles.length)
    .overwrite((roles) => signupRoles.filter((role) => roles.includes(role))),
  /** The roles that must have a second factor, and for how many days after they are first asked they may do without. */
  secondFactorRoles: z
    .array(z.enum(roles))
    .max(roles.length)
    .overwrite((chosen) => roles.filter((role) => chosen.includes(role))),
  secondFactorGraceDays: days(0, 90),
  /** What everyone sees above every page, and until when; null: nothing. */
  maintenance: z
    .object({
      message: paragraphs(300).min(1, { error: 'This field is required' }),
      from: givenInstant,
      until: givenInstant,
    })
    .refine(({ from, until }) => Date.parse(until) > Date.parse(from), {
      path: ['until'],
      error: 'The notice must end after it begins.',
    })
    .nullable(),
  /** The reminder window of people who have not chosen their own. */
  reminderDaysBefore: z.union(reminderWindows.map((window) => z.literal(window))),
  /** How many days the content of a deleted document is kept; for documents deleted from then on. */
  deletedKeptDays: days(30, 3_650),
  /** How often a backup is made by itself, once a place and a key for it are configured. */
  backups: z.enum(['daily', 'weekly', 'off']),
  /** At what time of the day, in the deployment's time zone. */
  backupTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'A time is written like 02:30' }),
  /** How many copies are kept: the newest of so many days, weeks and months. */
  backupsKeptDaily: days(1, 366),
  backupsKeptWeekly: days(0, 520),
  backupsKeptMonthly: days(0, 120),
  marketingPages: z.boolean(),
  /** Where the data is kept, as the public pages say it; empty: they do not mention it. */
  hosting: paragraphs(500),
})
export type Settings = z.output<typeof settings>
/** What anyone may know, signed in or not. */
export const publicSettings = settings.pick({
  deploymentName: true,
  supportEmail: true,
  phone: true,
  officeAddress: true,
  enterpriseEmail: true,
  timeZone: true,
  sharePeriodDays: true,
  signUp: true,
  signUpRoles: true,
  maintenance: true,
  deletedKeptDays: true,
  marketingPages: true,
  hosting: true,
})
export type PublicSettings = z.output<typeof publicSettings>
export type SettingName = keyof Settings

const name = settings.keyof()
const changed = z.object({
  setting: name,
  by: z.string(),
  at: instant,
  from: z.json(),
  to: z.json(),
})
export type SettingChange = z.output<typeof changed>

const shown = z.object({
  values: settings,
  defaults: settings,
  /** The last change of each setting. */
  changes: z.array(changed),
})

export const getSettings = endpoint({
  id: 'getSettings',
  summary: 'All settings of the deployment, their defaults, and who changed which last',
  who: ['canManageSystem'],
  response: shown,
})

export const changeSettings = endpoint({
  id: 'changeSettings',
  summary:
    'Change one or several settings. `was`: the values that the sender saw; nothing is stored when one is no longer true',
  who: ['canManageSystem'],
  needsProof: true,
  body: z.object({ changes: settings.partial(), was: settings.partial() }),
  response: shown,
})
