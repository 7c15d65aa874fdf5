import { type ErrorCode, errors } from '@deedbox/contract/refusals.ts'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../platform/errors.ts'
import type { Actor } from '../context/actor.ts'
import type { Caller, Contexts } from '../context/context.ts'
import { loggable } from './error-handler.ts'
import type { Rates } from './rates.ts'

/** Somebody asks for what is not theirs, or for what is not there. */
const told = [403, 404]
/** Refusals that only ask for a next step. */
const ordinary: readonly ErrorCode[] = ['proof-needed', 'factor-needed', 'enrolment-needed']
/** Lines a minute of one server in the log; the last of them says that more are left out. */
const linesAMinute = 60
/** Audit events a minute of one person: for one call, and for all. */
const [eventsOfCall, eventsOfPerson] = [3, 20]

/** Notes refused calls: a line in the log, which names nobody, and an audit event with the person who is signed in (ADR 54). */
export function createRefusedCalls({ contexts, rates }: { contexts: Contexts; rates: Rates }) {
  let minute = { endsAt: 0, lines: 0 }

  function log(request: FastifyRequest, call: string, code: ErrorCode): void {
    const now = performance.now()
    if (now >= minute.endsAt) minute = { endsAt: now + 60_000, lines: 0 }
    minute.lines++
    if (minute.lines > linesAMinute) return
    const last = minute.lines === linesAMinute && { more: 'left out for a minute' }
    request.log.warn(
      { call, status: errors[code].status, code, requestId: request.id, ...last },
      'a call was refused',
    )
  }

  async function isTooOften(person: Actor, call: string): Promise<boolean> {
    const ofCall = await rates.count(`refused ${person.id} ${call}`, eventsOfCall)
    if (ofCall.calls > eventsOfCall) return true
    return (await rates.count(`refused ${person.id}`, eventsOfPerson)).calls > eventsOfPerson
  }

  /** Notes a refusal. `call`: its key in the table; `person`: whoever is signed in. It never fails: the refusal is what the caller gets. */
  return async (
    { code }: Refusal,
    call: string,
    person: Actor | null,
    caller: Caller,
    request: FastifyRequest,
  ): Promise<void> => {
    if (!told.includes(errors[code].status) || ordinary.includes(code)) return
    log(request, call, code)
    if (!person) return
    try {
      if (await isTooOften(person, call)) return
      const { id, email, name } = person
      await contexts.transact(caller, (ctx) =>
        ctx.audit({ event: 'call_refused', actor: { id, email, name }, details: { call, code } }),
      )
    } catch (error) {
      request.log.warn({ error: loggable(error), call }, 'a refused call could not be recorded')
    }
  }
}
