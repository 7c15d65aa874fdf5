import { z } from 'zod'
import { states } from './australia.ts'
import { documentKinds } from './document-kinds.ts'
import { dueKindNames } from './due-date-terms.ts'
import { endpoint } from './endpoint.ts'
import { day, id, instant, line } from './fields.ts'
import { limits } from './limits.ts'
import { matterKinds } from './matter-terms.ts'
import { checkSourced, sourced } from './sourced.ts'
import { sourcedLabels } from './sourced-terms.ts'

export * from './date-rule-terms.ts'

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as [K, ...K[]]

const facts = {
  kind: z.enum(dueKindNames),
  title: line(limits.text.title).min(1, { error: 'This field is required' }),
  /** Kinds of documents after whose execution it falls due, so many months and days later. */
  documentKinds: z.array(z.enum(keysOf(documentKinds))).max(30),
  months: z.int().min(0).max(1_200),
  days: z.int().min(0).max(3_650),
  /** State or territory where the document was executed; null: anywhere. */
  place: z.enum(keysOf(states)).nullable(),
  /** Day of every year ('06-30') on which it falls due for matters of these kinds; null: it follows from documents. */
  monthDay: z
    .string()
    .regex(/^((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$/, {
      error: 'Please enter month and day, such as 06-30',
    })
    .nullable(),
  matterKinds: z.array(z.enum(keysOf(matterKinds))).max(20),
  ...sourced,
}

const rule = z.object({ id: z.string(), ...facts, updatedAt: instant, can: z.object({ edit: z.boolean() }) })
export type DateRule = z.output<typeof rule>
export const dateRuleFields = {
  kind: 'Kind',
  title: 'What falls due',
  documentKinds: 'After the execution of',
  months: 'Months after',
  days: 'Days after',
  place: 'Executed in',
  monthDay: 'Every year on',
  matterKinds: 'For matters that are',
  ...sourcedLabels,
} as const satisfies Record<keyof typeof facts, string>

const body = z.strictObject(facts).superRefine((given, ctx) => {
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
  if (given.monthDay === null && given.documentKinds.length === 0)
    issue('documentKinds', 'Please choose kinds of documents, or a day of the year')
  if (given.monthDay !== null && given.matterKinds.length === 0)
    issue('matterKinds', 'Please choose kinds of matters')
  checkSourced(given, ctx)
})

export const listDateRules = endpoint({
  id: 'listDateRules',
  summary: 'All rules by which dates are proposed, with their sources',
  who: ['canManageDocuments'],
  response: z.object({ rules: z.array(rule) }),
})

export const createDateRule = endpoint({
  id: 'createDateRule',
  summary: 'Write down a rule by which dates are proposed',
  who: ['canManageSystem'],
  noProof: 'work',
  status: 201,
  body,
  response: z.object({ rule }),
})

export const updateDateRule = endpoint({
  id: 'updateDateRule',
  summary:
    'Change a rule, unless somebody else has changed it since `updatedAt`; dates that exist stay as they are',
  who: ['canManageSystem'],
  noProof: 'work',
  params: z.object({ ruleId: id }),
  body: body.safeExtend({ updatedAt: instant }),
  response: z.object({ rule }),
  refuses: ['date-rule-changed', 'date-rule-not-found'],
})

export const proposeDates = endpoint({
  id: 'proposeDates',
  summary:
    'Dates that the rules propose for a matter and its documents, or for one document; somebody must confirm each',
  who: ['canManageDocuments'],
  query: z.object({ matter: id.optional(), document: id.optional() }),
  response: z.object({
    proposals: z.array(
      z.object({ rule, dueOn: day, document: z.object({ id: z.string(), title: z.string() }).nullable() }),
    ),
    /** Documents whose day or place of execution is not known, so that a rule cannot tell. */
    asks: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
  refuses: ['document-not-found', 'matter-not-found'],
})
export type Proposals = z.output<typeof proposeDates.response>
