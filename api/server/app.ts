import { createServer, type ServerOptions } from 'node:http'
import fastifyJwt from '@fastify/jwt'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { guardRoutes } from '../accounts/access.ts'
import { adminRoutes } from '../accounts/admins.ts'
import { ownAccountRoutes } from '../accounts/own-account.ts'
import { noteRefusal } from '../accounts/security-log.ts'
import { AUDIENCE, ISSUER } from '../accounts/sessions.ts'
import { signInRoutes } from '../accounts/sign-in.ts'
import { openKeptAnswers } from '../answers/kept-answers.ts'
import { compileSerializer, securityHeaders, sendAnswers } from '../answers/sent-answers.ts'
import { declareProblems, documentApi } from '../docs/docs.ts'
import { handleIdempotencyKeys } from '../idempotency/idempotency.ts'
import { serveClient } from '../pages/client.ts'
import { serveReminderPages } from '../pages/reminder-pages.ts'
import { calendarRoutes } from '../routes/calendar.ts'
import { copyingRoutes } from '../routes/copying.ts'
import { erasureRoutes } from '../routes/erasures.ts'
import { explanationRoutes } from '../routes/explanations.ts'
import { hallRoutes } from '../routes/hall.ts'
import { healthRoutes } from '../routes/health.ts'
import { historyRoutes } from '../routes/history.ts'
import { joiningRoutes } from '../routes/joining.ts'
import { leaderboardRoutes } from '../routes/leaderboards.ts'
import { liveRoutes } from '../routes/live.ts'
import { messageRoutes } from '../routes/messages.ts'
import { myPageRoutes } from '../routes/my-page.ts'
import { operationRoutes } from '../routes/operations.ts'
import { outboxRoutes } from '../routes/outbox.ts'
import { participantRoutes } from '../routes/participants.ts'
import { pickRoutes } from '../routes/picks.ts'
import { playerRoutes } from '../routes/players.ts'
import { previewRoutes } from '../routes/previews.ts'
import { receiptRoutes } from '../routes/receipts.ts'
import { recordRoutes } from '../routes/record.ts'
import { roundMailRoutes } from '../routes/round-mail.ts'
import { openingRoutes } from '../routes/round-openings.ts'
import { resultRoutes } from '../routes/round-results.ts'
import { roundRoutes } from '../routes/rounds.ts'
import { rulesRoutes } from '../routes/rules.ts'
import { sampleDataRoutes } from '../routes/sample-data.ts'
import { sealingRoutes } from '../routes/sealing.ts'
import { sealRoutes } from '../routes/seals.ts'
import { seasonStoryRoutes } from '../routes/season-story.ts'
import { seasonRoutes } from '../routes/seasons.ts'
import { settingsRoutes } from '../routes/settings.ts'
import { undoRoutes } from '../routes/undo.ts'
import { boundConnections, oneAtATime } from './connections.ts'
import { delayLimitRefusals } from './delayed-refusals.ts'
import { LIMITS, limitRoutes } from './limits.ts'
import { serveInLine } from './line.ts'
import { servedBelow } from './path.ts'
import { answerProblem, answerUnknownPath } from './problems.ts'
import { answerParserRefusal, leadToAddressMeant, readRequests, waitUntilReady } from './requests.ts'
import { type App, requireTable } from './serve.ts'
import type { Secrets, Services } from './services.ts'
import { compileValidator } from './validation.ts'

const BODY_BYTES_MAX = 256 * 1024
const REQUEST_TIMEOUT_MS = 30_000

/** Routes in the order in which a season is played. */
const ROUTES: readonly ((app: App, services: Services) => void)[] = [
  healthRoutes,
  settingsRoutes,
  signInRoutes,
  ownAccountRoutes,
  adminRoutes,
  playerRoutes,
  seasonRoutes,
  participantRoutes,
  joiningRoutes,
  copyingRoutes,
  roundRoutes,
  openingRoutes,
  calendarRoutes,
  resultRoutes,
  roundMailRoutes,
  messageRoutes,
  pickRoutes,
  myPageRoutes,
  receiptRoutes,
  sealRoutes,
  leaderboardRoutes,
  seasonStoryRoutes,
  hallRoutes,
  liveRoutes,
  explanationRoutes,
  rulesRoutes,
  previewRoutes,
  sealingRoutes,
  recordRoutes,
  historyRoutes,
  undoRoutes,
  outboxRoutes,
  sampleDataRoutes,
  erasureRoutes,
  operationRoutes,
]

/** Not yet listening. */
export async function buildApp(services: Services, secrets: Secrets): Promise<App> {
  const { settings, ids } = services
  const keptAnswers = openKeptAnswers(services)
  const app: App = Fastify({
    serverFactory: (handler, { keepAliveTimeout, requestTimeout }: ServerOptions) => {
      const listener = oneAtATime(servedBelow(settings.appUrl, keptAnswers.answerBefore(handler)))
      // What Node refuses by itself, such as a request without a host, would lack our headers.
      const options = { keepAliveTimeout, requestTimeout, requireHostHeader: false }
      return createServer(options, listener).on('checkExpectation', listener)
    },
    loggerInstance: services.log,
    genReqId: () => ids.uuid(),
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: 256 },
    // No hook sees these: of addresses that cannot be read.
    frameworkErrors: (error, request, reply) =>
      answerProblem(
        error,
        request,
        reply.headers({ ...securityHeaders(settings.appUrl), 'cache-control': 'no-store' }),
      ),
    clientErrorHandler: answerParserRefusal(settings.appUrl),
    logController: new LogController({ disableRequestLogging: true }),
    // A client that still has a connection is answered, and asked to close it.
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>()

  boundConnections(app.server, { max: settings.connectionsMax, trustProxy: settings.trustProxy })
  delayLimitRefusals(app, { ms: settings.refusalHoldMs, atOnceMax: settings.connectionsMax / 2 })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler(answerProblem)
  await app.register(fastifyJwt, {
    secret: secrets.sessionKey,
    sign: { algorithm: 'HS256', expiresIn: settings.jwtExpirySeconds, iss: ISSUER, aud: AUDIENCE },
    verify: {
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      requiredClaims: ['exp', 'iss', 'aud', 'adminId', 'jti'],
    },
  })
  readRequests(app, services)
  sendAnswers(app, services)
  keptAnswers.keepAnswersOf(app)
  logAnswers(app, services.onAnswer)
  await documentApi(app, services)

  await app.register(
    async (api) => {
      waitUntilReady(api, services)
      showWhatWasAnswered(api, services.projector)
      guardRoutes(api, services, secrets.operatorToken)
      api.addHook('onResponse', (request, { statusCode: status }, done) => {
        if (status === 401 || status === 403 || status === 429) noteRefusal(services, request, status)
        done()
      })
      if (settings.role !== 'worker') {
        handleIdempotencyKeys(api, services, secrets.serverSecret)
        limitRoutes(api, services, LIMITS)
        // Last, so that it comes before the keys.
        serveInLine(api)
      }
      declareProblems(api)
      if (settings.role !== 'worker') requireTable(api)
      const served = settings.role === 'worker' ? [healthRoutes] : ROUTES
      for (const routes of served) routes(api.withTypeProvider<TypeBoxTypeProvider>(), services)
      api.setNotFoundHandler(answerUnknownPath)
    },
    { prefix: '/api' },
  )
  if (settings.role !== 'worker') {
    leadToAddressMeant(app, settings.appUrl)
    await serveReminderPages(app, services)
    serveClient(app, services)
  }
  return app
}

/** A pick is answered from the log: who looks at the standings right after it waits for the tables. */
function showWhatWasAnswered(api: FastifyInstance, projector: Services['projector']) {
  api.addHook('onRequest', (request, _reply, done) => {
    const looks = !request.url.startsWith('/api/picks/') && !request.url.includes('/health')
    const shown = looks ? projector.showAnswered() : null
    if (shown) shown.then(() => done())
    else done()
  })
}

/** The route's pattern, never the URL: some carry a token. */
function logAnswers(app: FastifyInstance, onAnswer: Services['onAnswer']) {
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'unknown path' } = request.routeOptions
    const answer = {
      method: request.method,
      route: url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    // A load balancer asks every few seconds, and "not ready" is what it wants to know.
    const isFailure = reply.statusCode >= 500 && url !== '/api/health/ready'
    request.log[isFailure ? 'error' : 'debug'](answer, 'answered')
    onAnswer?.({
      method: request.method,
      route: url,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
    done()
  })
}
