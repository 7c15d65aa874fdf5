import type { Readable } from 'node:stream'
import { nowHeader } from '@deedbox/contract/dates.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { servedCalls } from '@deedbox/contract/endpoints.ts'
import { refusalsOf } from '@deedbox/contract/refusals.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { addressOf } from '../../platform/address.ts'
import type { CheckCaptcha } from '../../platform/captcha.ts'
import { Refusal } from '../../platform/errors.ts'
import { isStorableInput } from '../../platform/storable.ts'
import type { Actor } from '../context/actor.ts'
import { accessTokenPrefix } from '../context/bearer.ts'
import type { Acting, Caller, Contexts, ReadCtx, WriteCtx } from '../context/context.ts'
import { expectAnswer } from './answers.ts'
import { authErrorHandler } from './auth-errors.ts'
import { createPersonRate, createTokenRate } from './caller-rates.ts'
import { checkCaptchaOf } from './captcha.ts'
import { guard, needProofFor } from './guard.ts'
import type { AnyHandler, Handlers } from './handler.ts'
import type { Rates } from './rates.ts'
import { createRefusedCalls } from './refused-calls.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may arrive slowly. */
    takesFile?: boolean
  }
}

type Options = {
  contexts: Contexts
  /** State: the authentication API is served. */
  authApi: boolean
  /** Reads the session token that a request proves to have. */
  readToken: (request: Pick<FastifyRequest, 'headers'>) => Promise<string | null> | string | null
  /** Reads the key of its device cookie. */
  readDevice: (request: FastifyRequest) => string | null
  /** Makes an answer bring the new token of its session. */
  sendToken: (reply: FastifyReply, given: { token: string; settings: Settings }) => Promise<void>
  checkCaptcha: CheckCaptcha
  rates: Rates
  /** Notes that a session is being used. */
  saw: (sessionId: string, now: Date) => void
  /** Fail where an answer is not what its schema says, or has more fields: for tests. */
  checkAnswers: boolean
  /** Multiplies the rate limits: for test suites that make thousands of calls. */
  rateLimitFactor: number
}
type Serving = Options & {
  noteRefused: ReturnType<typeof createRefusedCalls>
  tokenRate: ReturnType<typeof createTokenRate>
  personRate: ReturnType<typeof createPersonRate>
}

/** Registers every endpoint of the contract; one without a handler does not compile. */
export async function registerEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  given: Options,
): Promise<void> {
  const { rates, rateLimitFactor } = given
  const options = {
    ...given,
    noteRefused: createRefusedCalls(given),
    tokenRate: createTokenRate(rates, rateLimitFactor),
    personRate: createPersonRate(rates, rateLimitFactor),
  }
  // A file's body is streamed to the handler, whatever its declared type.
  await app.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const [key, endpoint, handler] of table(handlers, options))
      if (endpoint.takesFile) add(files, key, endpoint, handler, options)
  })
  for (const [key, endpoint, handler] of table(handlers, options))
    if (!endpoint.takesFile) add(app, key, endpoint, handler, options)
}

function* table(
  handlers: Handlers,
  { authApi }: Options,
): Generator<[key: string, endpoint: Endpoint, handler: AnyHandler]> {
  for (const [key, endpoint] of servedCalls(authApi)) yield [key, endpoint, handlers[key as keyof Handlers]]
}

function add(
  app: FastifyInstance,
  key: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  options: Serving,
): void {
  const [method, url] = key.split(' ') as [HTTPMethods, string]
  app.route({
    method,
    url,
    // HEAD answers like GET unless reading is audited: it would record a reading that showed nothing.
    exposeHeadRoute: endpoint.answersHead ?? (handler.kind === 'read' || handler.kind === 'snapshot'),
    ...(endpoint.takesFile && { bodyLimit: Number.MAX_SAFE_INTEGER }),
    config: {
      takesFile: endpoint.takesFile ?? false,
      rateLimit: endpoint.perMinute
        ? { max: endpoint.perMinute * options.rateLimitFactor, timeWindow: '1 minute' }
        : false,
    },
    ...(endpoint.errors === 'auth' && { errorHandler: authErrorHandler }),
    handler: async (request, reply) => {
      const seen: Seen = { caller: null, person: null }
      const answer = await serve(endpoint, handler, options, request, reply, seen).catch(async (error) => {
        if (error instanceof Refusal && seen.caller)
          await options.noteRefused(error, key, seen.person, seen.caller, request)
        if (options.checkAnswers && error instanceof Refusal) expectRefusal(key, endpoint, error)
        throw error
      })
      // A handler may return the reply itself; it has already been sent, or its client has disconnected.
      if (reply.sent || reply.raw.headersSent) return reply
      if (options.checkAnswers) expectAnswer(key, endpoint, answer)
      return reply
        .code(endpoint.status ?? 200)
        .header('cache-control', 'no-store')
        .send(answer)
    },
  })
}

/** Caller and person of a call, as far as they are known by then. */
type Seen = { caller: Caller | null; person: Actor | null }

/** Checks in tests that a call refuses only with codes that its documentation names. */
function expectRefusal(key: string, endpoint: Endpoint, { code }: Refusal): void {
  // The authentication API has a general name for every refusal.
  if (endpoint.errors === 'auth' || refusalsOf(key, endpoint).includes(code)) return
  const problem = `${key} refuses with '${code}': name it in its row of the contract`
  process.emitWarning(problem)
  throw new Error(problem)
}

/** Returns the headers in which a caller proves who they are: a token in the path counts as one in the header that is missing. */
function proofOf({ tokenInPath }: Endpoint, request: FastifyRequest): Pick<FastifyRequest, 'headers'> {
  if (!tokenInPath || request.headers.authorization !== undefined) return request
  const { token = '' } = request.params as { token?: string }
  if (!token.startsWith(accessTokenPrefix)) return request
  return { headers: { authorization: `Bearer ${token}` } }
}

async function serve(
  endpoint: Endpoint,
  handler: AnyHandler,
  { contexts, readToken, readDevice, sendToken, saw, tokenRate, personRate, checkCaptcha }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  seen: Seen,
): Promise<unknown> {
  const proof = proofOf(endpoint, request)
  const bearer = proof.headers.authorization !== undefined
  const withCookies = endpoint.errors !== 'auth' && !bearer
  let replaced: { token: string; settings: Settings } | undefined
  const caller: Caller = {
    token: withCookies || bearer ? await readToken(proof) : null,
    device: withCookies ? readDevice(request) : null,
    ip: addressOf(request),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
    renewed:
      endpoint.renews &&
      ((token, settings) => {
        caller.token = token
        replaced = { token, settings }
      }),
  }
  seen.caller = caller
  const refuseFor = (seconds: number) => {
    if (seconds === 0) return
    reply.header('retry-after', seconds)
    throw new Refusal('too-many-requests')
  }
  refuseFor(await tokenRate(caller.token))
  await checkCaptchaOf(endpoint, request, caller.ip, checkCaptcha)
  const guarded = <C extends ReadCtx>(ctx: C): C => {
    seen.person = ctx.actor ?? ctx.pending?.person ?? null
    reply.header(nowHeader, ctx.now.toISOString())
    const actor = guard(endpoint, ctx)
    if (actor) saw(actor.sessionId, ctx.now)
    // Sessions that are not whole are left out: what knows their former token is left behind when they become whole.
    if (ctx.actor) caller.sessionId = ctx.actor.sessionId
    return { ...ctx, actor }
  }
  // Reads the session before the call's own transaction begins, as a count is a statement of its own.
  const before =
    handler.kind === 'raw' || endpoint.perPersonMinute
      ? await contexts.read(caller, async (ctx) => guarded(ctx))
      : undefined
  if (endpoint.perPersonMinute && before?.actor)
    refuseFor(await personRate(endpoint.id, endpoint.perPersonMinute, before.actor.id))
  // The input is parsed after the guard, so that a stranger learns nothing about the input of a call.
  const input = (ctx: Pick<ReadCtx, 'actor' | 'pending' | 'now' | 'token'>) => {
    if (![request.params, request.query, endpoint.takesFile || request.body].every(isStorableInput))
      throw new Refusal('invalid-input')
    const input = parsed()
    needProofFor(endpoint, input.body, ctx)
    return input
  }
  const parsed = () => ({
    params: endpoint.params?.parse(request.params),
    query: endpoint.query?.parse(request.query),
    body: endpoint.body?.parse(request.body ?? {}),
  })
  const work = handler.run as (first: unknown, input: unknown) => Promise<unknown>
  const serveIn = (ctx: ReadCtx) => {
    const allowed = guarded(ctx)
    return work(allowed, input(allowed))
  }
  async function run(): Promise<unknown> {
    if (handler.kind === 'snapshot') return contexts.snapshot(caller, serveIn)
    if (handler.kind === 'transact') return contexts.transact(caller, serveIn)
    if (handler.kind === 'read' || !before) return contexts.read(caller, serveIn)
    const { actor, now, settings } = before
    if (!['GET', 'HEAD'].includes(request.method)) contexts.needRoom()
    const raw = {
      request,
      reply,
      caller,
      actor,
      now,
      settings,
      read: <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) =>
        contexts.read(caller, (ctx) => fn(guarded(ctx) as Acting<ReadCtx>)),
      transact: <T>(fn: (ctx: Acting<WriteCtx>) => Promise<T>) =>
        contexts.transact(caller, (ctx) => fn(guarded(ctx) as Acting<WriteCtx>)),
    }
    return work(raw, input(before))
  }
  try {
    return await run()
  } finally {
    // The token is sent also where something failed after the commit: the former one is worth nothing.
    if (replaced && withCookies) await sendToken(reply, replaced)
  }
}

/** Returns the raw body of a call that takes a file. */
export const fileBody = (request: FastifyRequest): Readable => request.body as Readable
