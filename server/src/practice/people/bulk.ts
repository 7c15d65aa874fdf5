import type * as contract from '@deedbox/contract/people-acts.ts'
import type { PeopleAct } from '@deedbox/contract/people-terms.ts'
import {
  type Act,
  type ActInput,
  type ActKind,
  actOnAll,
  type Judged,
  judge,
} from '../../identity/accounts/acts.ts'
import * as ofInvitations from '../../identity/accounts/invitation-acts.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import * as ofPeople from './person-acts.ts'

type Body = Input<typeof contract.actOnMany>['body']
type Mail = Pick<Services, 'mail'>

/** Joins an act with its kind; only the names of its rows leave it. */
const withKind = <Row>(kind: ActKind<Row>, act: Act<Row>) => ({
  judge: (ctx: Acting<ReadCtx>, ids: string[], input: ActInput): Promise<Judged<unknown>> =>
    judge(ctx, kind, act, ids, input),
  act: (ctx: Acting<WriteCtx>, ids: string[], input: ActInput, services: Mail): Promise<Judged<unknown>> =>
    actOnAll(ctx, kind, act, ids, input, services),
})

const acts: Record<PeopleAct, ReturnType<typeof withKind>> = {
  expire: withKind(ofPeople.personKind, ofPeople.expire),
  deactivate: withKind(ofPeople.personKind, ofPeople.deactivate),
  again: withKind(ofInvitations.invitationKind, ofInvitations.again),
  withdraw: withKind(ofInvitations.invitationKind, ofInvitations.withdraw),
}

/** Judges with whom an act can be done, and with whom not and why. @throws Refusal expiry-… */
export async function previewActs(
  ctx: Acting<ReadCtx>,
  { body: { act, ids, ...input } }: { body: Body },
): Promise<Answer<typeof contract.previewActs>> {
  const { able, refused } = await acts[act].judge(ctx, ids, input)
  return { able, refused }
}

/** Ends the transaction in which there was nothing to do. */
class NothingDone extends Error {
  readonly judged: Judged<unknown>
  constructor(judged: Judged<unknown>) {
    super('Nothing was done')
    this.judged = judged
  }
}

/** Acts on all with whom it can be done, in one transaction; a second time it finds nobody. @throws Refusal expiry-…, import-limit. */
export async function actOnMany(
  services: Mail,
  raw: Raw<typeof contract.actOnMany>,
  { body: { act, ids, ...input } }: { body: Body },
): Promise<Answer<typeof contract.actOnMany>> {
  const { able, refused } = await raw
    .transact(async (ctx) => {
      const judged = await acts[act].act(ctx, ids, input, services)
      if (judged.able.length === 0) throw new NothingDone(judged)
      return judged
    })
    .catch((error: unknown) => {
      if (error instanceof NothingDone) return error.judged
      throw error
    })
  return { done: able.length, refused }
}
