import type { LiveAnswer } from '@carewatch/contracts/events'
import { listenToChanges } from '@carewatch/platform/database/changes'
import {
  hasCompanyRole,
  openRelational,
  openScoped,
  openTimescale,
} from '@carewatch/platform/database/client'
import { answers, createHealth } from '@carewatch/platform/telemetry/health'
import { serveTelemetry } from '@carewatch/platform/telemetry/serve'
import { openTracing, type Tracing } from '@carewatch/platform/telemetry/tracing'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { forgetOldExports } from './fhir/bulk/exports.ts'
import { forgetSignedRequests } from './smart/token.ts'
import { createAccessTokens } from './access/access-tokens.ts'
import { createApiKeys } from './access/api-keys.ts'
import { createDeviceCache } from './access/device-cache.ts'
import { forgetOldSessions } from './access/sessions.ts'
import { createViewers } from './access/viewers.ts'
import { createViewingLog } from './access/viewing-log.ts'
import { buildApp, type Parts } from './app.ts'
import { createSetUpChannel } from './devices/set-up/channel.ts'
import { followJobs } from './devices/fleet/follow-jobs.ts'
import { followPlans } from './wearers/hand-over/follow-plans.ts'
import { followFigureMails } from './figures/mails/follow.ts'
import { followShifts } from './duty/sheet/follow-shifts.ts'
import { createPasswords } from './auth/passwords.ts'
import { createSeal } from './auth/seal.ts'
import { createThrottle } from './auth/throttle.ts'
import { createWork } from './auth/work.ts'
import { moveIdNumbers } from './auth/id-number.ts'
import { forgetOldChallenges } from './auth/passkeys/challenges.ts'
import { relyingPartyOf } from './auth/passkeys/relying-party.ts'
import { forgetOldPlaces } from './auth/known-places.ts'
import { createDrain } from './drain.ts'
import type { Env } from './env.ts'
import { createHub } from './live/hub.ts'
import { createLiveFeed } from './live/live-feed.ts'
import { onceBack } from './live/once-back.ts'
import { createPassOn } from './live/pass-on.ts'
import { createRecheck } from './live/recheck.ts'
import { createLog, type Log } from './log.ts'
import { createMail } from './mail/mail.ts'
import { createMapFile } from './map/map-file.ts'
import { createStreets } from './map/streets.ts'
import { listenToCentre } from './sms/smpp-receiver.ts'
import { createWatchdog } from './watchdog/watchdog.ts'
import { listenToBot } from './telegram/listen.ts'
import { createMetrics } from './plugins/metrics.ts'
import { measureWebhooks } from './webhooks/sending/metrics.ts'
import { createNotify } from './fhir/subscriptions/notify.ts'
import { startWebhooks } from './webhooks/start.ts'

const RELATIONAL_CONNECTIONS = 8
const FACTS_CONNECTIONS = 6
const CLEANUP_MS = 30_000
/** As at the brokers: when another api was lost, all of its screens come at once. */
const BACKLOG = 4_096

async function openRows({ DATABASE_URL: url, COMPANY_ROLE }: Env, { log, most }: { log: Log; most: number }) {
  // While the database is away it is taken to be as the steps leave it: the interface starts, and says that it waits.
  if (COMPANY_ROLE === 'on' && (await hasCompanyRole(url).catch(() => true))) return openScoped(url, most)
  log.warn('the database does not keep companies apart: COMPANY_ROLE is off, or its user may not make roles')
  return openRelational(url, most)
}

async function openParts(env: Env, log: Log, tracing: Tracing | undefined) {
  const { db, close: closeRelational } = await openRows(env, { log, most: RELATIONAL_CONNECTIONS })
  const facts = openTimescale(env.DATABASE_URL, FACTS_CONNECTIONS)
  const asksAdmins = env.ADMIN_TWO_STEP === 'asked'
  const viewers = createViewers(db, asksAdmins)
  const accessTokens = createAccessTokens(env.JWT_SECRET)
  const apiKeys = createApiKeys({ db, viewers, log, accessTokens })
  const viewings = createViewingLog({ db, log })
  const deviceCache = createDeviceCache(db)
  const line = { url: env.MQTT_URL, password: env.SERVICE_SECRET, log }
  const missed: LiveAnswer = { type: 'missed' }
  const feed = createLiveFeed(line, {
    received: (topic, payload) => passOn(topic, payload),
    missed: () => publishMissed(),
  })
  const hub = createHub(feed)
  const publishMissed = (): void => hub.publishToEveryone(JSON.stringify(missed))
  const databaseIsBack = () => db.execute(sql`select 1`)
  const passOn = createPassOn({
    db,
    hub,
    deviceCache,
    viewings,
    log,
    onDropped: onceBack(databaseIsBack, publishMissed),
    tracing,
  })
  const map = createMapFile(env.MAP_FILE, log)
  const places = { map, streets: createStreets(map, log) }
  const trust = {
    mail: createMail(env, log),
    setUpChannel: createSetUpChannel(env),
    asksAdmins,
    relyingParty: relyingPartyOf(env.PUBLIC_URL),
    passwords: createPasswords(env.PASSWORD_PROFILE),
    throttle: createThrottle(db),
    work: createWork(db, env.JWT_SECRET),
    seal: createSeal(env.JWT_SECRET),
  }
  const health = createHealth(async () => ({
    database: await answers(() => db.execute(sql`select 1`)),
    mqtt: feed.isConnected(),
  }))
  const parts: Parts = {
    db,
    facts,
    log,
    viewers,
    apiKeys,
    accessTokens,
    viewings,
    deviceCache,
    feed,
    hub,
    health,
    ...places,
    ...trust,
  }
  return { parts, closeRelational }
}

/** What this process remembers of people and devices follows the database. */
function followChanges(env: Env, parts: Parts) {
  const { db, viewers, apiKeys, viewings, deviceCache, log, throttle } = parts
  const recheck = createRecheck(parts)
  const changed = () => {
    deviceCache.forgetAll()
    viewings.forgetDevices()
    recheck.soon()
  }
  const forget = (): void => {
    viewers.forgetAll()
    changed()
  }
  const changes = listenToChanges(
    env.DATABASE_URL,
    { user_changed: forget, device_changed: changed },
    { onGap: forget, onError: (err) => log.warn({ err }, 'cannot listen to changes') },
  )
  const cleanup = setInterval(() => {
    viewers.forgetOld()
    apiKeys.forgetOld()
    deviceCache.forgetOld()
    const forgetting = [
      forgetOldSessions(db),
      forgetOldPlaces(db),
      forgetOldChallenges(db),
      forgetSignedRequests(db),
      forgetOldExports(db),
      moveIdNumbers(db),
    ]
    Promise.all([throttle.forgetOld(), ...forgetting]).catch((err: unknown) =>
      log.warn({ err }, 'what is old was not forgotten'),
    )
  }, CLEANUP_MS)
  return {
    close: async () => {
      clearInterval(cleanup)
      await Promise.all([changes.close(), recheck.close()])
    },
  }
}

const addressOf = (app: FastifyInstance, host: string): string => {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** What people say by the messages themselves. */
function listenToReplies(env: Env, parts: Parts) {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiUrl, SMS_PROVIDER, SMPP_URL } = env
  const bot = token ? listenToBot(parts, { token, apiUrl }) : undefined
  const centre = SMS_PROVIDER === 'smpp' && SMPP_URL ? listenToCentre(parts, SMPP_URL) : undefined
  return { close: () => Promise.all([bot?.close(), centre?.close()]) }
}

/** The whole api in this process: for `main.ts`, the bench and the journeys. */
export async function startApi(env: Env): Promise<{ url: string; close: () => Promise<void> }> {
  const log = createLog(env.LOG_LEVEL)
  const tracing = await openTracing('api', env)
  const { parts, closeRelational } = await openParts(env, log, tracing)
  const app = await buildApp(env, parts)
  const drain = createDrain(app, env.DRAIN_SECONDS)
  const register = createMetrics(app, parts)
  measureWebhooks(register, parts.facts)
  const telemetry = await serveTelemetry(env, { registry: register, health: parts.health })
  const following = followChanges(env, parts)
  const replies = listenToReplies(env, parts)
  const plans = followPlans(parts)
  const shifts = followShifts(parts)
  const jobs = followJobs(parts)
  const figureMails = followFigureMails(parts)
  const watchdog = createWatchdog(parts, env)
  const webhooks = await startWebhooks(
    {
      ...parts,
      openRows: (most) => openRows(env, { log, most }),
      notifyBy: (by) => createNotify({ ...by, publicUrl: env.PUBLIC_URL }),
    },
    env,
  )

  async function close(): Promise<void> {
    parts.health.drain()
    await drain()
    watchdog.close()
    await app.close()
    await Promise.all([
      following.close(),
      plans.close(),
      shifts.close(),
      jobs.close(),
      figureMails.close(),
      replies.close(),
      webhooks.close(),
    ])
    parts.setUpChannel.close()
    await Promise.all([parts.feed.close(), parts.mail.close(), parts.viewings.written()])
    await Promise.all([closeRelational(), parts.facts.end(), telemetry.close(), tracing?.close()])
  }

  try {
    await app.listen({ host: env.HOST, port: env.HTTP_PORT, backlog: BACKLOG })
  } catch (error) {
    await close()
    throw error
  }
  return { url: addressOf(app, env.HOST), close }
}
