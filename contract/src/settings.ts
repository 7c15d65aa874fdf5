import { z } from 'zod'
import { isTimeZone } from './dates.ts'
import { type KindGroup, kindGroups } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { email, givenInstant, instant, line, paragraphs } from './fields.ts'
import { limits } from './limits.ts'
import { roles, signupRoles } from './permissions.ts'
import { reminderWindows } from './request-terms.ts'

const dollars = z.number().multipleOf(0.01).min(0.01).max(100_000)
const documents = z.number().int().min(1).max(10_000_000)
const days = (min: number, max: number) => z.number().int().min(min).max(max)

/**
 * The settings of a deployment, which administrators change while it runs. The configuration only gives the values that
 * some of them start with.
 */
export const settings = z.object({
  deploymentName: line(limits.text.name).min(1, { error: 'This field is required' }),
  supportEmail: email,
  /** Phone, shown as typed; not shown if empty. */
  phone: line(40),
  officeAddress: paragraphs(300),
  /** Address for Enterprise enquiries; if empty, they go to the support address. */
  enterpriseEmail: z.union([z.literal(''), email]),
  timeZone: z.string().max(64).refine(isTimeZone, { error: 'Not a time zone, e.g. Australia/Sydney' }),
  /** Days from today to the last day that Share suggests; null suggests none, so that access ends after 540 days. */
  sharePeriodDays: days(1, limits.autoRevokeDays).nullable(),
  /** Days that a session lasts at most. */
  sessionDays: days(1, 365),
  /** People who may make an account: anyone, only those with an invitation, nobody. */
  signUp: z.enum(['open', 'invited', 'closed']),
  /** The roles that people may choose at sign-up while it is open. */
  signUpRoles: z
    .array(z.enum(signupRoles))
    .min(1, { error: 'Choose at least one role' })
    .max(signupRoles.length)
    .overwrite((roles) => signupRoles.filter((role) => roles.includes(role))),
  /** Roles that must have a second factor, and the days after the first request in which they may do without. */
  secondFactorRoles: z
    .array(z.enum(roles))
    .max(roles.length)
    .overwrite((chosen) => roles.filter((role) => chosen.includes(role))),
  secondFactorGraceDays: days(0, 90),
  /** Notice above every page for everyone, and its end; null if there is none. */
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
  /** Days that the content of a deleted document is kept; a change concerns documents deleted after it. */
  deletedKeptDays: days(30, 3_650),
  /** Years after which events of the audit trail lose their names and texts. */
  recordsKeptYears: z.number().int().min(limits.recordsKeptYears.least).max(limits.recordsKeptYears.most),
  /** Years after the upload in which documents of a group of kinds are due for review; null: none. */
  reviewYears: z.record(
    z.enum(Object.keys(kindGroups) as KindGroup[]),
    z.number().int().min(1).max(limits.reviewYears).nullable(),
  ),
  /**
   * Megabytes that each person may store; null means no limit. It concerns people whom nobody has vetted: all but administrators, Org Admins and
   * confirmed trustees.
   */
  storageMegabytes: z.number().int().min(1).max(limits.storageMegabytes.most).nullable(),
  /** State: anybody may check a copy by its code; and the days after which a copy is called old. */
  copyChecks: z.boolean(),
  copyOldAfterDays: days(1, 3_650),
  /** Frequency of automatic backups, once a place and a key for them are configured. */
  backups: z.enum(['daily', 'weekly', 'off']),
  /** Time of the day of a backup, in the deployment's time zone. */
  backupTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'A time is written like 02:30' }),
  /** Copies that are kept: the newest of this many days, weeks and months. */
  backupsKeptDaily: days(1, 366),
  backupsKeptWeekly: days(0, 520),
  backupsKeptMonthly: days(0, 120),
  /** Addresses that get the newest head of the transparency log every day, so that it is known outside. */
  logHeadEmails: z.array(email).max(20, { error: 'At most 20 addresses' }),
  /** Hours in which people answer, as the contact page says it; not shown if empty. */
  businessHours: line(100),
  marketingPages: z.boolean(),
  /**
   * Prices of two plans in Australian dollars a month, and the documents in each; the third, Enterprise, is by agreement. `trialDays` 0 means no free
   * trial, null no prices at all.
   */
  prices: z
    .object({
      trialDays: days(0, 365),
      basicDollars: dollars,
      basicDocuments: documents,
      smallDollars: dollars,
      smallDocuments: documents,
    })
    .nullable(),
  /** Place of the data, as the public pages say it; not mentioned if empty. */
  hosting: paragraphs(500),
})
export type Settings = z.output<typeof settings>
/** Settings that anyone may know, signed in or not. */
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
  prices: true,
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
  body: z.strictObject({ changes: settings.partial().strict(), was: settings.partial().strict() }),
  response: shown,
  refuses: ['setting-changed'],
})
