import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import type { Endpoints } from '@deedbox/contract/endpoints.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../context/actor.ts'
import type { Acting, Caller, ReadCtx, WriteCtx } from '../context/context.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Part<E, K extends string> = E extends Record<K, infer S> ? Parsed<S> : undefined

/** The input of a request, parsed by the endpoint's schemas. */
export type Input<E> = { params: Part<E, 'params'>; query: Part<E, 'query'>; body: Part<E, 'body'> }
export type Answer<E extends Endpoint> = z.output<E['response']>

/** The handler of a signed-in endpoint always has an actor; a public one may have none. */
type For<E extends Endpoint, C extends ReadCtx> = E['who'] extends 'public' ? C : Acting<C>

/** Context of a handler that works outside a transaction too: streams, passwords, mail. The guard has already passed. */
export type Raw<E extends Endpoint> = {
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller
  actor: E['who'] extends 'public' ? Actor | null : Actor
  now: Date
  settings: Settings
  read: <T>(fn: (ctx: For<E, ReadCtx>) => Promise<T>) => Promise<T>
  transact: <T>(fn: (ctx: For<E, WriteCtx>) => Promise<T>) => Promise<T>
}

/**
 * Handler of an endpoint. `read`: single statements. `snapshot`: several statements on one consistent snapshot. `transact`: one
 * transaction, which must record an audit event. `raw`: the handler opens its transactions itself, because it streams, hashes or waits for
 * mail in between.
 */
export type Handler<E extends Endpoint> =
  | { kind: 'read' | 'snapshot'; run: (ctx: For<E, ReadCtx>, input: Input<E>) => Promise<Answer<E>> }
  | { kind: 'transact'; run: (ctx: For<E, WriteCtx>, input: Input<E>) => Promise<Answer<E>> }
  | { kind: 'raw'; run: (raw: Raw<E>, input: Input<E>) => Promise<Answer<E> | FastifyReply> }

export type Handlers = { [K in keyof Endpoints]: Handler<Endpoints[K]> }

export type AnyHandler = {
  kind: 'read' | 'snapshot' | 'transact' | 'raw'
  // The table pairs each endpoint with its own handler; a loop over both cannot express that in types.
  run: (first: never, input: never) => Promise<unknown>
}
