import { errors } from '@deedbox/contract/messages.ts'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { accessHandlers } from './access/access.routes.ts'
import { accountHandlers } from './accounts/accounts.routes.ts'
import { sessionTokenOf } from './accounts/session-token.ts'
import { authApiHandlers } from './auth-api/auth-api.routes.ts'
import { backupHandlers } from './backup/backup.routes.ts'
import { clientHandlers } from './clients/clients.routes.ts'
import { dashboardHandlers } from './dashboards/dashboards.routes.ts'
import { documentHandlers } from './documents/documents.routes.ts'
import { uploadHandlers, uploadOptions } from './documents/uploads/uploads.routes.ts'
import { enquiryHandlers } from './enquiries/enquiries.routes.ts'
import { factorHandlers } from './factors/factors.routes.ts'
import { passkeyHandlers } from './factors/passkeys.routes.ts'
import { proofHandlers } from './factors/proof.routes.ts'
import { authErrorHandler } from './http/auth-errors.ts'
import { compressJson } from './http/compression.ts'
import { errorHandler } from './http/error-handler.ts'
import { healthRoutes } from './http/health.ts'
import { mailboxRoutes } from './http/mailbox.ts'
import { watchMethods } from './http/methods.ts'
import { openApiRoutes } from './http/openapi/routes.ts'
import { createOriginCheck } from './http/origin.ts'
import { answerParserError, ignoreExpectations, parseBodies } from './http/parsing.ts'
import { createRates, rateStore } from './http/rates.ts'
import { registerEndpoints } from './http/register.ts'
import { securityHeaders } from './http/security-headers.ts'
import { type ClientLimits, clientLimits, limitConnections, watchBodies } from './http/slow.ts'
import { webRoutes } from './http/web.ts'
import { createHub, type LiveLimits, liveLimits } from './live/hub.ts'
import { liveHandlers } from './live/live.routes.ts'
import { mailHandlers } from './mail/mail.routes.ts'
import { organizationHandlers } from './organizations/organizations.routes.ts'
import { ownerRequestHandlers } from './owner-requests/owner-requests.routes.ts'
import { ownAccountHandlers } from './people/own-account.routes.ts'
import { peopleHandlers } from './people/people.routes.ts'
import { addressOf, networkOf } from './platform/address.ts'
import { createCaptcha } from './platform/captcha.ts'
import { oauthRoutes } from './providers/oauth.ts'
import { providerHandlers } from './providers/providers.routes.ts'
import { samlRoutes } from './providers/saml.routes.ts'
import { reminderHandlers } from './reminders/reminders.routes.ts'
import { reportHandlers } from './reports/reports.routes.ts'
import { requestHandlers } from './requests/requests.routes.ts'
import { searchHandlers } from './search/search.routes.ts'
import { securityHandlers } from './security/security.routes.ts'
import type { Services } from './services.ts'
import { settingsHandlers } from './settings/settings.routes.ts'
import { siteRoutes } from './site/site.routes.ts'
import { metricsRoute } from './system/metrics.ts'
import { systemHandlers } from './system/system.routes.ts'
import { takeOutHandlers } from './takeout/takeout.routes.ts'
import { tokenHandlers } from './tokens/tokens.routes.ts'

export type AppOptions = {
  /** The folder of the built web client; without it only the API is served. */
  webRoot?: string
  checkAnswers?: boolean
  rateLimitFactor?: number
  /** How long clients may take: for tests. */
  clientLimits?: ClientLimits
  /** The streams of live events: for tests. */
  live?: Partial<LiveLimits>
  /** Called for every registered route. */
  onRoute?: (route: { method: string | string[]; url: string }) => void
}

/** The whole HTTP application, not yet listening. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, logger, auth } = services
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const headers = securityHeaders(secure, config.captcha?.sources)
  const limits = options.clientLimits ?? clientLimits
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    // Only these may say where a request comes from.
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => crypto.randomUUID(),
    requestTimeout: 0,
    // However slow the machine is after a power cut, it starts.
    pluginTimeout: 0,
    forceCloseConnections: 'idle',
    // Without a Host header the origin check refuses, with our message.
    http: {
      requireHostHeader: false,
      connectionsCheckingInterval: limits.headers / 4,
    },
    clientErrorHandler: answerParserError(headers),
    // An address that cannot be read reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      const answer = request.url.startsWith('/auth/v1/') ? authErrorHandler : errorHandler
      return answer(error, request, reply.headers({ ...headers, connection: 'close' }))
    },
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
  app.setErrorHandler(errorHandler)
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
      ...documentHandlers(services),
      ...takeOutHandlers(services),
      ...uploadHandlers(services),
      ...accessHandlers(services),
      ...requestHandlers(services),
      ...ownerRequestHandlers(services),
      ...organizationHandlers,
      ...peopleHandlers(services),
      ...clientHandlers,
      ...reportHandlers(services),
      ...reminderHandlers(services),
      ...mailHandlers(services),
      ...dashboardHandlers(services),
      ...searchHandlers(services),
      ...enquiryHandlers(services),
      ...settingsHandlers(services),
      ...backupHandlers(services),
      ...systemHandlers(services),
      ...liveHandlers(hub),
    },
    {
      contexts: services.contexts,
      readToken: (request) => sessionTokenOf(services, request),
      readDevice: (request) => auth.readDevice(request.headers.cookie),
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
