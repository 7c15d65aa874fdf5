import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, lastDay } from './fields.ts'
import { limits } from './limits.ts'
import { actReasons, type PeopleAct, peopleActs } from './people-terms.ts'

const ids = z.array(id).min(1).max(limits.bulk)
const body = z.strictObject({
  act: z.enum(Object.keys(peopleActs) as [PeopleAct, ...PeopleAct[]]),
  /** Ids of people or of invitations, depending on the act. */
  ids,
  /** Last day of access, which only 'expire' needs. */
  expiresOn: lastDay,
})

const one = z.object({ id: z.string(), name: z.string(), email: z.string() })
/** People refused, without name and email where the caller may not see them. */
const refused = z.array(
  z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    reason: z.enum(actReasons),
  }),
)

export const previewActs = endpoint({
  id: 'previewActs',
  summary:
    'With whom of many people or invitations an act can be done, and with whom not and why; changes nothing',
  who: ['canManageUsers'],
  noProof: 'looks',
  body,
  response: z.object({ able: z.array(one), refused }),
  refuses: ['expiry-far', 'expiry-past'],
})

export const actOnMany = endpoint({
  id: 'actOnMany',
  summary:
    'Set the expiry of many guests, deactivate many people, invite many again, or withdraw many invitations: all with whom it can be done, in one transaction',
  who: ['canManageUsers'],
  needsProof: {
    says: 'All but withdrawing invitations needs a proof of who it is from the last 15 minutes.',
    when: ({ act }: { act: PeopleAct }) => act !== 'withdraw',
  },
  perPersonMinute: 20,
  body,
  response: z.object({ done: z.number(), refused }),
  refuses: ['expiry-far', 'expiry-past', 'import-limit'],
})

export const exportChosen = endpoint({
  id: 'exportChosenUsers',
  summary: 'Chosen people as CSV (streamed), newest first; those whom the caller does not see are left out',
  who: ['canManageUsers'],
  needsProof: true,
  perPersonMinute: 20,
  body: z.strictObject({ userIds: ids }),
  sends: 'text/csv',
  response: z.unknown(),
  refuses: ['user-not-found'],
})
