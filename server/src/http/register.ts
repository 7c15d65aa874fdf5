import type { Readable } from 'node:stream'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { endpoints } from '@deedbox/contract/endpoints.ts'
import { refusalsOf } from '@deedbox/contract/refusals.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Acting, Caller, Contexts, ReadCtx, WriteCtx } from '../context/context.ts'
import { addressOf } from '../platform/address.ts'
import type { CheckCaptcha } from '../platform/captcha.ts'
import { Refusal } from '../platform/errors.ts'
import { isStorableInput } from '../platform/storable.ts'
import { authErrorHandler } from './auth-errors.ts'
import { checkCaptchaOf } from './captcha.ts'
import { guard } from './guard.ts'
import type { AnyHandler, Handlers } from './handler.ts'
import type { Rates } from './rates.ts'
import { createTokenRate } from './token-rate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may arrive slowly. */
    takesFile?: boolean
  }
}

type Options = {
  contexts: Contexts
  /** The session token that a request proves to have. */
  readToken: (request: FastifyRequest) => Promise<string | null> | string | null
  /** The key of its device cookie. */
  readDevice: (request: FastifyRequest) => string | null
  checkCaptcha: CheckCaptcha
  rates: Rates
  /** Notes that a session is being used. */
  saw: (sessionId: string, now: Date) => void
  /** Parse every response by its schema and fail on a mismatch: for tests. */
  checkAnswers: boolean
  /** Multiplies the rate limits: for test suites that make thousands of calls. */
  rateLimitFactor: number
}
type Serving = Options & { tokenRate: ReturnType<typeof createTokenRate> }

/** Registers every endpoint of the contract; one without a handler does not compile. */
export async function registerEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  given: Options,
): Promise<void> {
  const options = { ...given, tokenRate: createTokenRate(given.rates, given.rateLimitFactor) }
  // A file's body is streamed to the handler, whatever its declared type.
  await app.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const [key, endpoint, handler] of table(handlers))
      if (endpoint.takesFile) add(files, key, endpoint, handler, options)
  })
  for (const [key, endpoint, handler] of table(handlers))
    if (!endpoint.takesFile) add(app, key, endpoint, handler, options)
}

function* table(handlers: Handlers): Generator<[key: string, endpoint: Endpoint, handler: AnyHandler]> {
  for (const [key, endpoint] of Object.entries(endpoints))
    yield [key, endpoint, handlers[key as keyof Handlers]]
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
      const answer = await serve(endpoint, handler, options, request, reply).catch((error: unknown) => {
        if (options.checkAnswers && error instanceof Refusal) expectRefusal(key, endpoint, error)
        throw error
      })
      // A handler may return the reply itself; it has already been sent, or its client has disconnected.
      if (reply.sent || reply.raw.headersSent) return reply
      if (options.checkAnswers) endpoint.response.parse(JSON.parse(JSON.stringify(answer)))
      return reply
        .code(endpoint.status ?? 200)
        .header('cache-control', 'no-store')
        .send(answer)
    },
  })
}

/** For tests: a call refuses only with codes that its documentation names. */
function expectRefusal(key: string, endpoint: Endpoint, { code }: Refusal): void {
  // The authentication API has a general name for every refusal.
  if (endpoint.errors === 'auth' || refusalsOf(key, endpoint).includes(code)) return
  const problem = `${key} refuses with '${code}': name it in contract/src/refusals.ts`
  process.emitWarning(problem)
  throw new Error(problem)
}

async function serve(
  endpoint: Endpoint,
  handler: AnyHandler,
  { contexts, readToken, readDevice, saw, tokenRate, checkCaptcha }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const bearer = request.headers.authorization !== undefined
  const withCookies = endpoint.errors !== 'auth' && !bearer
  const caller: Caller = {
    token: withCookies || bearer ? await readToken(request) : null,
    device: withCookies ? readDevice(request) : null,
    ip: addressOf(request),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
  }
  const wait = await tokenRate(caller.token)
  if (wait > 0) {
    reply.header('retry-after', wait)
    throw new Refusal('too-many-requests')
  }
  await checkCaptchaOf(endpoint, request, caller.ip, checkCaptcha)
  const guarded = <C extends ReadCtx>(ctx: C): C => {
    const actor = guard(endpoint, ctx)
    if (actor) saw(actor.sessionId, ctx.now)
    return { ...ctx, actor }
  }
  // Parsed after the guard, so that a stranger learns nothing about the input of a call.
  const input = () => {
    if (![request.params, request.query, endpoint.takesFile || request.body].every(isStorableInput))
      throw new Refusal('invalid-input')
    return parsed()
  }
  const parsed = () => ({
    params: endpoint.params?.parse(request.params),
    query: endpoint.query?.parse(request.query),
    body: endpoint.body?.parse(request.body ?? {}),
  })
  const run = handler.run as (first: unknown, input: unknown) => Promise<unknown>
  if (handler.kind === 'read') return contexts.read(caller, (ctx) => run(guarded(ctx), input()))
  if (handler.kind === 'snapshot') return contexts.snapshot(caller, (ctx) => run(guarded(ctx), input()))
  if (handler.kind === 'transact') return contexts.transact(caller, (ctx) => run(guarded(ctx), input()))
  const { actor, now, settings } = await contexts.read(caller, async (ctx) => guarded(ctx))
  if (!['GET', 'HEAD'].includes(request.method)) contexts.needRoom()
  return run(
    {
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
    },
    input(),
  )
}

/** The raw body of a call that takes a file. */
export const fileBody = (request: FastifyRequest): Readable => request.body as Readable
