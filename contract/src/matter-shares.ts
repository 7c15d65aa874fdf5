import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, email, id, instant, lastDay, paragraphs } from './fields.ts'
import { accessLevels } from './grants.ts'
import { limits } from './limits.ts'

const matterId = z.object({ matterId: id })
const shareId = z.object({ matterId: id, shareId: id })

/** A running share of a matter with one person (ADR 83). */
const matterShare = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** State: the person is invited and has no account yet. */
  invited: z.boolean(),
  accessLevel: z.enum(accessLevels),
  /** State: it also gives what enters the matter while it runs. */
  later: z.boolean(),
  endsAt: instant,
  notes: z.string().nullable(),
  givenByName: z.string(),
  givenAt: instant,
  /** Number of documents that the person can open by it now. */
  documents: z.number(),
})
export type MatterShare = z.output<typeof matterShare>

export const listMatterShares = endpoint({
  id: 'listMatterShares',
  summary: 'The running shares of a matter, the next end first, and what a share would give today',
  who: ['canManageDocuments'],
  scope: 'read',
  params: matterId,
  response: z.object({
    shares: z.array(matterShare),
    /** Documents of the matter today that the caller can share, with those that are archived; counted a little further than can be shared at once. */
    today: z.object({ documents: z.number(), archived: z.number() }),
  }),
  refuses: ['matter-not-found', 'not-allowed'],
})

export const shareMatter = endpoint({
  id: 'shareMatter',
  summary:
    'Share the documents of a matter with several people, until one day: those of today, and with `later` those that enter it while the share runs; with one email for each person',
  who: ['canManageDocuments'],
  needsProof: true,
  perPersonMinute: 300,
  params: matterId,
  body: z.strictObject({
    recipients: z
      .array(
        z.strictObject({
          email,
          /** Invitation for an unknown email: the person becomes a guest whose account ends on this day (null: 90 days from now). */
          invite: z.strictObject({ expiresOn: lastDay }).nullable().default(null),
        }),
      )
      .min(1)
      .max(limits.share.people),
    later: z.boolean(),
    expiresOn: day,
    accessLevel: z.enum(accessLevels).default('download'),
    message: paragraphs(limits.text.message).default(''),
  }),
  response: z.object({
    results: z.array(
      z.object({
        email: z.string(),
        /** The share; null where it was refused. */
        shareId: z.string().nullable(),
        /** Number of documents that it gave. */
        given: z.number(),
        /** Number of documents to which the person had access of their own, which stays as it is; a person's own documents are none. */
        kept: z.number(),
        error: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
    /** Emails by recipient; `sent` means at once, otherwise it is retried. */
    mails: z.array(z.object({ email: z.string(), sent: z.boolean() })),
  }),
  refuses: [
    'expiry-far',
    'expiry-past',
    'matter-empty',
    'matter-not-found',
    'matter-share-limit',
    'matter-too-large',
    'not-allowed',
  ],
})

export const endMatterShare = endpoint({
  id: 'endMatterShare',
  summary: 'End a share of a matter and all access that it gave, at once',
  who: ['canManageDocuments'],
  noProof: 'closes',
  params: shareId,
  /** Number of grants that ended. */
  response: z.object({ ended: z.number() }),
  refuses: ['matter-not-found', 'matter-share-over', 'not-allowed'],
})

export const renewMatterShare = endpoint({
  id: 'renewMatterShare',
  summary: 'Give a running share of a matter, and all access that it gave, a new end',
  who: ['canManageDocuments'],
  needsProof: true,
  params: shareId,
  body: z.strictObject({ expiresOn: day }),
  /** Number of grants with the new end. */
  response: z.object({ renewed: z.number() }),
  refuses: ['expiry-far', 'expiry-past', 'matter-not-found', 'matter-share-over', 'not-allowed'],
})
