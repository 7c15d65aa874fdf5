import { z } from 'zod'
import { states } from './australia.ts'
import { accessLevels } from './document-terms.ts'
import { endpoint } from './endpoint.ts'
import {
  cursor,
  day,
  done,
  email,
  id,
  instant,
  line,
  pageLimit,
  paragraphs,
  personName,
  token,
} from './fields.ts'
import { inspectionRefusalNames, inspectionStatuses } from './inspection-terms.ts'
import { limits } from './limits.ts'
import { storingEvidence } from './refusals.ts'
import { checkSourced, sourced } from './sourced.ts'
import { certaintyNames } from './sourced-terms.ts'

export * from './inspection-terms.ts'

const { text } = limits
const stateNames = Object.keys(states) as [keyof typeof states, ...(keyof typeof states)[]]

const entitledFacts = {
  state: z.enum(stateNames),
  title: line(text.title).min(1, { error: 'This field is required' }),
  ...sourced,
}
const entitled = z.object({
  id: z.string(),
  ...entitledFacts,
  updatedAt: instant,
  can: z.object({ edit: z.boolean() }),
})
export type Entitled = z.output<typeof entitled>

export const openInspection = endpoint({
  id: 'openInspection',
  summary: 'A signed token that says when the form to inspect a will was opened, and who may ask by law',
  who: 'public',
  perMinute: 60,
  response: z.object({
    started: z.string(),
    grounds: z.array(z.object({ id: z.string(), state: z.string(), title: z.string(), act: z.string() })),
  }),
})

export const askInspection = endpoint({
  id: 'askInspection',
  summary: 'Ask to inspect the will of somebody who has died; the answer never says what is kept',
  who: 'public',
  perMinute: 10,
  body: z.strictObject({
    name: personName,
    email,
    phone: line(40).default(''),
    deceased: personName,
    diedOn: day.nullable().default(null),
    /** Ground by which they may ask, of those of `openInspection`. */
    groundId: id,
    /** Their relation to the deceased, and the evidence that they have. */
    message: paragraphs(text.enquiry).min(1, { error: 'This field is required' }),
    /** Field that people do not see; only robots fill it in. */
    website: z.string().max(text.message).default(''),
    started: token,
  }),
  response: done,
  refuses: ['contact-form-old', 'contact-limit', 'contact-too-quick', 'inspection-ground'],
})

/** Token of the email's link; one that was cut short is refused as a link, in words for whoever followed it. */
const evidenceLink = z.object({ token: z.string().max(200) })
/** Number of files that the link has brought. */
const evidenceFiles = z.object({ files: z.number() })

export const getInspectionEvidence = endpoint({
  id: 'getInspectionEvidence',
  summary:
    'Whether the link of an email still takes evidence for a request to inspect a will, and how many files it has brought',
  who: 'public',
  perMinute: 30,
  params: evidenceLink,
  response: evidenceFiles,
  refuses: ['inspection-decided', 'inspection-link'],
})

export const bringInspectionEvidence = endpoint({
  id: 'bringInspectionEvidence',
  summary:
    'Bring evidence for a request to inspect a will, with the token of the email that went to whoever asked: the request body is the file',
  who: 'public',
  perMinute: 10,
  takesFile: true,
  params: evidenceLink,
  query: z.object({ fileName: line(text.fileName).min(1) }),
  status: 201,
  response: evidenceFiles,
  refuses: [...storingEvidence, 'inspection-decided', 'inspection-evidence', 'inspection-link'],
})

const inspection = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  deceased: z.string(),
  diedOn: z.string().nullable(),
  ground: z.object({
    title: z.string(),
    act: z.string(),
    state: z.string(),
    certainty: z.enum(certaintyNames),
  }),
  message: z.string(),
  createdAt: instant,
  /** Files of evidence that the reader sees, by whoever asked. */
  evidence: z.array(z.object({ id: z.string(), title: z.string() })),
  decided: z
    .object({
      at: instant,
      by: z.string(),
      refusal: z.enum(inspectionRefusalNames).nullable(),
      /** What was given and its last day, unless it was refused or decided before they were kept. */
      accessLevel: z.enum(accessLevels).nullable(),
      expiresOn: z.string().nullable(),
      note: z.string(),
      /** Documents that were given and that the reader sees. */
      documents: z.array(z.object({ id: z.string(), title: z.string() })),
    })
    .nullable(),
})
export type Inspection = z.output<typeof inspection>

const params = z.object({ inspectionId: id })
const one = z.object({ inspection })

export const listInspections = endpoint({
  id: 'listInspections',
  summary: 'Requests to inspect a will, newest first: those that wait, decided ones or all',
  who: ['canManageDocuments'],
  query: z.object({
    status: z.enum(inspectionStatuses).default('open'),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({
    inspections: z.array(inspection),
    total: z.number(),
    totalIsMore: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
})

export const giveInspection = endpoint({
  id: 'giveInspection',
  summary: 'Let a person inspect wills, earlier ones too: they get access to these documents until a day',
  who: ['canManageDocuments'],
  needsProof: true,
  perPersonMinute: 20,
  params,
  body: z.strictObject({
    documentIds: z.array(id).min(1).max(20),
    accessLevel: z.enum(accessLevels),
    expiresOn: day,
    note: paragraphs(text.message).default(''),
  }),
  response: one,
  refuses: [
    'document-not-found',
    'expiry-far',
    'expiry-past',
    'inspection-decided',
    'inspection-not-found',
    'invite-unconfirmed',
    'not-allowed',
    'outside-limit',
    'recipient-owner',
    'recipient-stopped',
    'recipient-unconfirmed',
    'recipient-unknown',
  ],
})

export const refuseInspection = endpoint({
  id: 'refuseInspection',
  summary: 'Refuse a request to inspect a will, in words that tell nothing of what is kept',
  who: ['canManageDocuments'],
  noProof: 'closes',
  perPersonMinute: 20,
  params,
  body: z.strictObject({
    refusal: z.enum(inspectionRefusalNames),
    /** Note for the practice, which is not sent. */
    note: paragraphs(text.message).default(''),
  }),
  response: one,
  refuses: ['inspection-decided', 'inspection-not-found'],
})

export const listEntitled = endpoint({
  id: 'listEntitled',
  summary: 'Who may inspect a will after a death, by Act, with sources',
  who: ['canManageDocuments'],
  response: z.object({ entitled: z.array(entitled) }),
})

export const addEntitled = endpoint({
  id: 'addEntitled',
  summary: 'Write down who may inspect a will by an Act',
  who: ['canManageSystem'],
  noProof: 'work',
  status: 201,
  body: z.strictObject(entitledFacts).superRefine(checkSourced),
  response: z.object({ entitled }),
})

export const changeEntitled = endpoint({
  id: 'changeEntitled',
  summary: 'Change who may inspect a will, unless somebody else has changed it since `updatedAt`',
  who: ['canManageSystem'],
  noProof: 'work',
  params: z.object({ entitledId: id }),
  body: z.strictObject({ ...entitledFacts, updatedAt: instant }).superRefine(checkSourced),
  response: z.object({ entitled }),
  refuses: ['entitled-changed', 'entitled-not-found'],
})
