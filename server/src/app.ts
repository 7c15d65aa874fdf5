import { errors } from '@deedbox/contract/refusals.ts'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { copyHandlers } from './custody/copies/copies.routes.ts'
import { custodyPaperHandlers } from './custody/papers/papers.routes.ts'
import { custodyHandlers } from './custody/register/custody.routes.ts'
import { stockTakeHandlers } from './custody/stock-take/stock-take.routes.ts'
import { documentHandlers } from './documents/documents.routes.ts'
import { uploadHandlers, uploadOptions } from './documents/uploads/uploads.routes.ts'
import { searchHandlers } from './finding/search/search.routes.ts'
import { accountHandlers } from './identity/accounts/accounts.routes.ts'
import { sessionTokenOf } from './identity/accounts/session-token.ts'
import { setCookie } from './identity/accounts/sessions.ts'
import { authApiHandlers } from './identity/auth-api/auth-api.routes.ts'
import { factorHandlers } from './identity/factors/factors.routes.ts'
import { passkeyHandlers } from './identity/factors/passkeys.routes.ts'
import { proofHandlers } from './identity/factors/proof.routes.ts'
import { oauthRoutes } from './identity/providers/oauth.ts'
import { providerHandlers } from './identity/providers/providers.routes.ts'
import { samlRoutes } from './identity/providers/saml.routes.ts'
import { pushHandlers } from './identity/push/push.routes.ts'
import { securityHandlers } from './identity/security/security.routes.ts'
import { tokenHandlers } from './identity/tokens/tokens.routes.ts'
import { dashboardHandlers } from './insight/dashboards/dashboards.routes.ts'
import { evidenceHandlers } from './insight/evidence/evidence.routes.ts'
import { logHandlers } from './insight/log/log.routes.ts'
import { reportHandlers } from './insight/reports/reports.routes.ts'
import { takeOutHandlers } from './insight/takeout/takeout.routes.ts'
import { authErrorHandler } from './kernel/http/auth-errors.ts'
import { compressJson } from './kernel/http/compression.ts'
import { errorHandler } from './kernel/http/error-handler.ts'
import { healthRoutes } from './kernel/http/health.ts'
import { mailboxRoutes } from './kernel/http/mailbox.ts'
import { watchMethods } from './kernel/http/methods.ts'
import { openApiRoutes } from './kernel/http/openapi/routes.ts'
import { createOriginCheck } from './kernel/http/origin.ts'
import { answerParserError, ignoreExpectations, parseBodies } from './kernel/http/parsing.ts'
import { createRates, rateStore } from './kernel/http/rates.ts'
import { registerEndpoints } from './kernel/http/register.ts'
import { securityHeaders } from './kernel/http/security-headers.ts'
import { type ClientLimits, clientLimits, limitConnections, watchBodies } from './kernel/http/slow.ts'
import { webRoutes } from './kernel/http/web.ts'
import { mailHandlers } from './kernel/mail/mail.routes.ts'
import type { Services } from './kernel/services.ts'
import { dueDateHandlers } from './matters/dates/due-dates.routes.ts'
import { deathHandlers } from './matters/deaths/deaths.routes.ts'
import { matterImportHandlers } from './matters/files/imports.routes.ts'
import { identityCheckHandlers } from './matters/identity/identity.routes.ts'
import { paperHandlers } from './matters/papers/papers.routes.ts'
import { partyHandlers } from './matters/parties/parties.routes.ts'
import { matterHandlers } from './matters/register/matters.routes.ts'
import { matterRunHandlers } from './matters/runs/runs.routes.ts'
import { matterShareHandlers } from './matters/shares/shares.routes.ts'
import { backupHandlers } from './operations/backup/backup.routes.ts'
import { keyHandlers } from './operations/keys/keys.routes.ts'
import { leavingHandlers } from './operations/leaving/leaving.routes.ts'
import { createHub, type LiveLimits, liveLimits } from './operations/live/hub.ts'
import { liveHandlers } from './operations/live/live.routes.ts'
import { siteRoutes } from './operations/site/site.routes.ts'
import { metricsRoute } from './operations/system/metrics.ts'
import { systemHandlers } from './operations/system/system.routes.ts'
import { addressOf, networkOf } from './platform/address.ts'
import { createCaptcha } from './platform/captcha.ts'
import { announcementHandlers } from './practice/announcements/announcements.routes.ts'
import { clientHandlers } from './practice/clients/clients.routes.ts'
import { enquiryHandlers } from './practice/enquiries/enquiries.routes.ts'
import { holdHandlers } from './practice/holds/holds.routes.ts'
import { organizationHandlers } from './practice/organizations/organizations.routes.ts'
import { ownAccountHandlers } from './practice/people/own-account.routes.ts'
import { peopleHandlers } from './practice/people/people.routes.ts'
import { reviewHandlers } from './practice/reviews/reviews.routes.ts'
import { settingsHandlers } from './practice/settings/settings.routes.ts'
import { inspectionHandlers } from './release/inspections/inspections.routes.ts'
import { nominationHandlers } from './release/nominations/nominations.routes.ts'
import { accessHandlers } from './sharing/grants/grants.routes.ts'
import { reminderHandlers } from './sharing/notices/notices.routes.ts'
import { ownerRequestHandlers } from './sharing/owner-requests/owner-requests.routes.ts'
import { requestHandlers } from './sharing/requests/requests.routes.ts'

export type AppOptions = {
  /** The folder of the built web client; without it only the API is served. */
  webRoot?: string
  checkAnswers?: boolean
  rateLimitFactor?: number
  /** Limits of how long clients may take, set by tests. */
  clientLimits?: ClientLimits
  /** The streams of live events: for tests. */
  live?: Partial<LiveLimits>
  /** Hears of every registered route. */
  onRoute?: (route: { method: string | string[]; url: string }) => void
}

/** Answers errors. Clients of the authentication API read one form of them, also at addresses that it does not have. */
const answerError: typeof errorHandler = (error, request, reply) =>
  (/^\/auth\/v1(\/|\?|$)/.test(request.url) ? authErrorHandler : errorHandler)(error, request, reply)

/** Builds the whole HTTP application, not yet listening. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, logger, auth } = services
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const headers = securityHeaders(secure, config.captcha?.sources)
  const limits = options.clientLimits ?? clientLimits
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    // Proxies that alone may say where a request comes from.
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => crypto.randomUUID(),
    requestTimeout: 0,
    // The server starts however slow the machine is after a power cut.
    pluginTimeout: 0,
    forceCloseConnections: 'idle',
    // The origin check refuses a request without a Host header, with our message.
    http: {
      requireHostHeader: false,
      connectionsCheckingInterval: limits.headers / 4,
    },
    clientErrorHandler: answerParserError(headers),
    // An address that cannot be read reaches no route and no hook.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers({ ...headers, connection: 'close' })),
    routerOptions: { maxParamLength: 200 },
  })
  ignoreExpectations(app.server)
  limitConnections(app.server, limits)
  parseBodies(app)
  const otherMethod = watchMethods(app)
  if (options.onRoute) app.addHook('onRoute', options.onRoute)
  const rates = createRates(services.database)
  await app.register(rateLimit, {
    global: false,
    store: rateStore(rates),
    keyGenerator: (request) => networkOf(addressOf(request) ?? ''),
    errorResponseBuilder: () =>
      Object.assign(new Error(errors['too-many-requests'].message), { statusCode: 429 }),
  })

  compressJson(app)
  app.setErrorHandler(answerError)
  const checkOrigin = createOriginCheck(config.publicUrl, config.host)
  watchBodies(app, limits)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // A connection that is kept open would bring its next request here.
    if (services.lifecycle.stopping) reply.header('connection', 'close')
    checkOrigin(request)
  })
  // The route's pattern, not the URL, which may contain a name.
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })

  const hub = createHub(services, { ...liveLimits, ...options.live })
  app.addHook('onReady', () => hub.start())
  app.addHook('preClose', () => hub.stop())
  metricsRoute(app, services)
  await registerEndpoints(
    app,
    {
      ...accountHandlers(services),
      ...passkeyHandlers(services),
      ...providerHandlers(services),
      ...factorHandlers(services),
      ...ownAccountHandlers(services),
      ...tokenHandlers(services),
      ...proofHandlers(services),
      ...authApiHandlers(services),
      ...securityHandlers(services),
      ...pushHandlers(services),
      ...documentHandlers(services),
      ...takeOutHandlers(services),
      ...uploadHandlers(services),
      ...copyHandlers(services),
      ...accessHandlers(services),
      ...requestHandlers(services),
      ...ownerRequestHandlers(services),
      ...dueDateHandlers(services),
      ...matterHandlers,
      ...matterRunHandlers,
      ...matterShareHandlers(services),
      ...partyHandlers,
      ...paperHandlers,
      ...custodyHandlers,
      ...stockTakeHandlers,
      ...nominationHandlers(services),
      ...deathHandlers,
      ...matterImportHandlers(services),
      ...custodyPaperHandlers(services),
      ...identityCheckHandlers,
      ...inspectionHandlers(services),
      ...organizationHandlers,
      ...peopleHandlers(services),
      ...clientHandlers,
      ...reportHandlers(services),
      ...reminderHandlers(services),
      ...mailHandlers(services),
      ...announcementHandlers(services),
      ...dashboardHandlers(services),
      ...searchHandlers(services),
      ...enquiryHandlers(services),
      ...holdHandlers,
      ...leavingHandlers(services),
      ...reviewHandlers,
      ...settingsHandlers(services),
      ...backupHandlers(services),
      ...keyHandlers(services),
      ...systemHandlers(services),
      ...logHandlers(services),
      ...evidenceHandlers(services),
      ...liveHandlers(hub),
    },
    {
      contexts: services.contexts,
      authApi: config.authApi,
      readToken: (request) => sessionTokenOf(services, request),
      readDevice: (request) => auth.readDevice(request.headers.cookie),
      sendToken: (reply, { token, settings }) => setCookie(auth, reply, { token, device: null }, settings),
      saw: services.presence.saw,
      checkCaptcha: createCaptcha(config, logger),
      rates,
      checkAnswers: options.checkAnswers ?? false,
      rateLimitFactor: options.rateLimitFactor ?? 1,
    },
  )
  uploadOptions(app, services)
  oauthRoutes(app, services, options.rateLimitFactor ?? 1)
  samlRoutes(app, services, options.rateLimitFactor ?? 1)
  healthRoutes(app, services)
  openApiRoutes(app, services)
  mailboxRoutes(app, services)
  await webRoutes(app, options.webRoot, otherMethod)
  siteRoutes(app, services, options.webRoot)
  return app
}
