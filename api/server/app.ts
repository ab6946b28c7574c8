import fastifyJwt from '@fastify/jwt'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { errorCodes, type FastifyInstance, LogController } from 'fastify'
import { guardRoutes } from '../accounts/access.ts'
import { adminRoutes } from '../accounts/admins.ts'
import { ownAccountRoutes } from '../accounts/own-account.ts'
import { noteRefusals } from '../accounts/security-log.ts'
import { AUDIENCE, ISSUER } from '../accounts/sessions.ts'
import { signInRoutes } from '../accounts/sign-in.ts'
import { compressAnswers } from '../answers/compression.ts'
import { setHeaders } from '../answers/headers.ts'
import { openKeptAnswers } from '../answers/kept-answers.ts'
import { compileSerializer } from '../answers/serialization.ts'
import { declareProblems, documentApi } from '../docs/docs.ts'
import { honourKeys, keepFirstAnswers } from '../idempotency/idempotency.ts'
import { serveClient } from '../pages/client.ts'
import { serveReminderPages } from '../pages/reminder-pages.ts'
import { calendarRoutes } from '../routes/calendar.ts'
import { erasureRoutes } from '../routes/erasures.ts'
import { explanationRoutes } from '../routes/explanations.ts'
import { healthRoutes } from '../routes/health.ts'
import { historyRoutes } from '../routes/history.ts'
import { leaderboardRoutes } from '../routes/leaderboards.ts'
import { liveRoutes } from '../routes/live.ts'
import { openingRoutes } from '../routes/openings.ts'
import { operationRoutes } from '../routes/operations.ts'
import { outboxRoutes } from '../routes/outbox.ts'
import { participantRoutes } from '../routes/participants.ts'
import { pickRoutes } from '../routes/picks.ts'
import { playerRoutes } from '../routes/players.ts'
import { previewRoutes } from '../routes/previews.ts'
import { receiptRoutes } from '../routes/receipts.ts'
import { recordRoutes } from '../routes/record.ts'
import { resultRoutes } from '../routes/results.ts'
import { roundMailRoutes } from '../routes/round-mail.ts'
import { roundRoutes } from '../routes/rounds.ts'
import { rulesRoutes } from '../routes/rules.ts'
import { sampleDataRoutes } from '../routes/sample-data.ts'
import { sealingRoutes } from '../routes/sealing.ts'
import { sealRoutes } from '../routes/seals.ts'
import { seasonRoutes } from '../routes/seasons.ts'
import { settingsRoutes } from '../routes/settings.ts'
import { undoRoutes } from '../routes/undo.ts'
import { boundConnections } from './connections.ts'
import { waitUntilReady } from './door.ts'
import { readForwardedAddresses } from './forwarded-addresses.ts'
import { limitRoutes } from './limits.ts'
import { serveInLine } from './line.ts'
import { trimLinkEnds } from './link-ends.ts'
import { answerParserRefusal, refuseAmbiguousRequests } from './parser-refusals.ts'
import { answerProblem, answerUnknownPath } from './problems.ts'
import { type App, requireTable } from './serve.ts'
import type { Services } from './services.ts'
import { refuseUnstorable, tidyBody } from './text-hygiene.ts'
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
  roundRoutes,
  openingRoutes,
  calendarRoutes,
  resultRoutes,
  roundMailRoutes,
  previewRoutes,
  pickRoutes,
  receiptRoutes,
  sealRoutes,
  leaderboardRoutes,
  liveRoutes,
  explanationRoutes,
  rulesRoutes,
  sealingRoutes,
  recordRoutes,
  historyRoutes,
  undoRoutes,
  outboxRoutes,
  sampleDataRoutes,
  erasureRoutes,
  operationRoutes,
]

/** The whole HTTP server, not yet listening. */
export async function buildApp(services: Services): Promise<App> {
  const { settings, clock, ids } = services
  const keptAnswers = openKeptAnswers(services)
  const app: App = Fastify({
    serverFactory: keptAnswers.serverFor,
    loggerInstance: services.log,
    genReqId: () => ids.uuid(),
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: answerProblem,
    clientErrorHandler: answerParserRefusal(settings.appUrl),
    logController: new LogController({ disableRequestLogging: true }),
    // Whoever still has a connection is answered, and told to close it.
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>()

  boundConnections(app.server, { max: settings.connectionsMax, trustProxy: settings.trustProxy })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler(answerProblem)
  await app.register(fastifyJwt, {
    secret: services.sessionKey,
    sign: { algorithm: 'HS256', expiresIn: settings.jwtExpirySeconds, iss: ISSUER, aud: AUDIENCE },
    verify: {
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      requiredClaims: ['exp', 'iss', 'aud', 'adminId', 'jti'],
    },
  })
  app.decorateRequest('receivedAt', '')
  app.decorateRequest('commandId', '')
  // Hooks that every request passes call back: a promise for each costs more than what they do.
  if (settings.trustProxy.length > 0) readForwardedAddresses(app)
  app.addHook('onRequest', (request, _reply, done) => {
    request.receivedAt = clock.now()
    request.commandId = request.id
    request.actor = { kind: 'system' }
    done()
  })
  refuseAmbiguousRequests(app)
  app.addHook('preValidation', async (request) => {
    // The whole request is in: whoever sends the body late is late.
    request.receivedAt = clock.now()
    request.body = tidyBody(request.body)
    refuseUnstorable(request.query)
  })
  readEmptyBodies(app)
  setHeaders(app, services)
  keepFirstAnswers(app, services)
  compressAnswers(app)
  keptAnswers.keepFrom(app)
  logAnswers(app, services.onAnswer)
  await documentApi(app, services)

  await app.register(
    async (api) => {
      waitUntilReady(api, services)
      showWhatWasAnswered(api, services.projector)
      guardRoutes(api, services)
      noteRefusals(api, services)
      if (settings.role !== 'worker') {
        limitRoutes(api, services)
        serveInLine(api)
        honourKeys(api, services)
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
    trimLinkEnds(app)
    await serveReminderPages(app, services)
    serveClient(app, services)
  }
  return app
}

/** A pick is answered from the log, so whoever looks at the standings right after it waits for the tables. */
function showWhatWasAnswered(api: FastifyInstance, projector: Services['projector']) {
  api.addHook('onRequest', (request, _reply, done) => {
    const looks = !request.url.startsWith('/api/picks/') && !request.url.includes('/health')
    const shown = looks ? projector.showAnswered() : null
    if (shown) shown.then(() => done())
    else done()
  })
}

/** Many clients announce JSON on requests that have no body. */
function readEmptyBodies(app: FastifyInstance) {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else readJson(request, text as string, done)
  })
  // Of any other type nothing is read but that there is no body.
  app.addContentTypeParser('*', (request, _body, done) => {
    if (request.headers['content-length'] === '0') done(null, undefined)
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']))
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
    // That it is not ready is what a balancer asks for, every few seconds.
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
