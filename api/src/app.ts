import jwt from '@fastify/jwt'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import type { Health } from '@carewatch/platform/telemetry/health'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { createSessions } from './access/sessions.ts'
import { answerRoutes } from './answers/routes.ts'
import { alarmRoutes } from './alarms/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { incidentRoutes } from './incidents/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { articleRoutes } from './articles/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { branchRoutes } from './branches/routes.ts'
import { calibrationRoutes } from './calibration/routes.ts'
import { floorPlanRoutes } from './floor-plans/routes.ts'
import { routesOfRooms } from './rooms/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { companyRoutes } from './companies/routes.ts'
import {
  deviceChangeRoutes,
  deviceCommandRoutes,
  deviceIdentityRoutes,
  deviceRoutes,
} from './devices/routes.ts'
import { dutyRoutes } from './duty/routes.ts'
import type { Env } from './env.ts'
import { escalationRoutes } from './escalation/routes.ts'
import { figureRoutes } from './figures/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { inspectionRoutes } from './inspection/routes.ts'
import { fhirRoutes } from './fhir/routes.ts'
import { fenceRoutes } from './fences/routes.ts'
import { routineRoutes } from './routines/routes.ts'
import { wearerRoutes } from './wearers/routes.ts'
import { useContracts } from './http/compilers.ts'
import { describeRequests } from './http/request.ts'
import { bindServe, type Serve } from './http/serve.ts'
import type { Hub } from './live/hub.ts'
import { TOKEN_IS_DEAD } from './live/close-codes.ts'
import type { Viewer } from './access/viewer.ts'
import { type Claim, noteReceipts } from './alarms/receipts.ts'
import { createFollowers } from './events/followers.ts'
import { liveRoute } from './live/live-route.ts'
import { createHomes } from './home-assistant/attend.ts'
import { attendPrograms } from './live/programs.ts'
import { nicknameRoutes } from './nicknames/routes.ts'
import { tilesRoute } from './map/tiles-route.ts'
import { leavingRoutes } from './leaving/routes.ts'
import { ownCompanyRoutes } from './own-companies/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { asyncApi } from './asyncapi/document-route.ts'
import { documentation } from './openapi/documentation.ts'
import { answerBadAddress, answerErrors } from './plugins/errors.ts'
import { healthRoutes } from './plugins/health.ts'
import { logRequests } from './plugins/request-log.ts'
import { mqttRelay } from './plugins/mqtt-relay.ts'
import { secure } from './plugins/security.ts'
import { refuseWrongMethods } from './plugins/methods.ts'
import { webFiles } from './plugins/web-files.ts'
import { passkeyRoutes } from './auth/passkeys/routes.ts'
import { portalRoutes } from './portal/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { productRoutes } from './products/routes.ts'
import { readingRoutes } from './readings/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { relativeRoutes } from './relatives/routes.ts'
import { salesRoutes } from './sales/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { Services } from './services.ts'
import { smsInbound } from './sms/inbound-route.ts'
import { simulatorRoutes } from './simulator/routes.ts'
import { smartRoutes } from './smart/routes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { userRoutes } from './users/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { watchRoutes } from './watchdog/routes.ts'
import { personalLinkRoutes } from './personal-links/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { eventRoutes } from './events/routes.ts'

const LARGEST_BODY = 256 * 1024
/** What a device may send in one MQTT packet, and room for its header: the same socket server carries `/mqtt`. */
const LARGEST_FRAME = 512 * 1024

export type Parts = Omit<Services, 'sessions'> & { hub: Hub; health: Health }

function everyRoute(serve: Serve, services: Services, env: Env): void {
  authRoutes(serve, services)
  passkeyRoutes(serve, services)
  userRoutes(serve, services)
  deviceRoutes(serve, services)
  deviceIdentityRoutes(serve, services)
  deviceChangeRoutes(serve, services)
  deviceCommandRoutes(serve, services)
  fenceRoutes(serve, services)
  wearerRoutes(serve, services)
  apiKeyRoutes(serve, services)
  personalLinkRoutes(serve, services, env)
  webhookRoutes(serve, services, env.WEBHOOK_NETWORKS)
  eventRoutes(serve, services)
  routineRoutes(serve, services)
  readingRoutes(serve, services)
  alarmRoutes(serve, services)
  incidentRoutes(serve, services)
  importRoutes(serve, services)
  escalationRoutes(serve, services)
  figureRoutes(serve, services)
  inspectionRoutes(serve, services)
  dutyRoutes(serve, services)
  channelRoutes(serve, services)
  nicknameRoutes(serve, services)
  ownCompanyRoutes(serve, services)
  leavingRoutes(serve, services)
  notificationRoutes(serve, services)
  taskRoutes(serve, services)
  branchRoutes(serve, services)
  floorPlanRoutes(serve, services)
  calibrationRoutes(serve, services)
  companyRoutes(serve, services)
  routesOfRooms(serve, services)
  uploadRoutes(serve, services)
  searchRoutes(serve, services)
  relativeRoutes(serve, services)
  answerRoutes(serve, services)
  onboardingRoutes(serve, services, env.PUBLIC_URL)
  salesRoutes(serve, services)
  simulatorRoutes(serve, services)
  auditRoutes(serve, services)
  exportRoutes(serve, services)
  fhirRoutes(serve, services, { publicUrl: env.PUBLIC_URL, own: env.WEBHOOK_NETWORKS })
  productRoutes(serve, services)
  articleRoutes(serve, services)
  portalRoutes(serve, services, env)
  pushRoutes(serve, services, env)
  watchRoutes(serve, services)
}

/** The table of contents: everything this process serves, in the order a request meets it. */
export async function buildApp(env: Env, parts: Parts): Promise<FastifyInstance> {
  // Safe: pino's logger is what fastify's base logger is made after.
  const loggerInstance = parts.log as FastifyBaseLogger
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LARGEST_BODY,
    requestTimeout: 60_000,
    forceCloseConnections: true,
    frameworkErrors: answerBadAddress,
    ...(env.TRUST_PROXY && { trustProxy: env.TRUST_PROXY }),
    genReqId: () => crypto.randomUUID(),
  })

  answerErrors(app)
  logRequests(app)
  describeRequests(app)
  useContracts(app)
  await secure(app, env)
  refuseWrongMethods(app)
  await app.register(jwt, {
    secret: env.JWT_SECRET,
    sign: { algorithm: 'HS256', iss: 'carewatch', aud: 'carewatch' },
    verify: { algorithms: ['HS256'], allowedIss: 'carewatch', allowedAud: 'carewatch' },
  })
  await app.register(multipart)
  await app.register(websocket, {
    errorHandler: (err, socket, request) => {
      request.log.debug({ err }, 'socket ended by an error')
      socket.terminate()
    },
    options: {
      maxPayload: LARGEST_FRAME,
      handleProtocols: (protocols) => protocols.has('mqtt') && 'mqtt',
    },
  })
  await documentation(app, env.PUBLIC_URL)
  asyncApi(app, env.PUBLIC_URL)

  const closeSockets = (session: string): void => parts.hub.endSession(session, TOKEN_IS_DEAD)
  const services = { ...parts, sessions: createSessions(app, { ...parts, closeSockets }) }
  const serveAll = async (api: FastifyInstance) => everyRoute(bindServe(api, services), services, env)
  await app.register(serveAll, { prefix: '/api' })
  await app.register(async (root) => {
    const claims = { noteReceipts: (viewer: Viewer, claim: Claim) => noteReceipts(parts.db, viewer, claim) }
    const followers = createFollowers(services)
    const attending = { ...services, ...claims, hub: parts.hub, followers }
    liveRoute(root, attending, env.PUBLIC_URL)
    const programs = attendPrograms(parts.feed, { ...attending, homes: createHomes(services) })
    root.addHook('preClose', async () => {
      programs.close()
      await followers.close()
    })
    mqttRelay(root, env.MQTT_URL)
    healthRoutes(root, parts.health)
    tilesRoute(root, services)
  })
  await app.register((root) => smsInbound(root, services, env))
  await app.register((root) => smartRoutes(root, services, env.PUBLIC_URL))
  await webFiles(app, env.WEB_DIST)
  return app
}
