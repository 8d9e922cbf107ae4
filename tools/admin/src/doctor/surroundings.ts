import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Env } from '@carewatch/launcher/env'
import { publicUrl } from '@carewatch/launcher/parts'
import { ownHost } from '@carewatch/launcher/production/address'
import { isReached } from '@carewatch/launcher/production/address'
import { openDemo } from '@carewatch/launcher/production/demo-accounts'
import { readableFiles } from '@carewatch/launcher/production/readable-files'
import { usesPlainTcp } from '@carewatch/platform/database/plain-tcp'
import { SILENT_NODE_SECONDS } from '@carewatch/platform/silent-nodes'
import { Redis } from 'ioredis'
import pg from 'pg'
import { isFromEnvironment } from '../backup/secrets-in-use.ts'
import { type Finding, fine, look, wrong } from './finding.ts'

const GIB = 1024 ** 3
const ANSWERS_WITHIN_MS = 3_000

export async function examineDisk(env: Env, folder: string): Promise<Finding> {
  if (!existsSync(folder))
    return isFromOutside(env)
      ? fine('Data folder', 'none: everything is in the database')
      : look('Data folder', 'not there yet: the first start makes it')
  const { bavail, blocks, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  const free = `${(freeBytes / GIB).toFixed(1)} GiB free`
  if (freeBytes < GIB || bavail / blocks < 0.05) return wrong('Disk', free)
  return bavail / blocks < 0.15 ? look('Disk', free) : fine('Disk', free)
}

/** Without a folder of its own an installation has everything from its environment, as in a container. */
const isFromOutside = ({ DATABASE_URL, JWT_SECRET }: Env): boolean =>
  DATABASE_URL !== undefined && JWT_SECRET !== undefined

export function examineSecrets(env: Env, folder: string): Finding[] {
  const refusals = readableFiles(env, folder).map(({ why, mend }) => wrong('Secrets', `${why}: ${mend}`))
  if (refusals.length > 0) return refusals
  if (existsSync(join(folder, 'secrets.json'))) return [fine('Secrets', 'read by their owner only')]
  return isFromOutside(env)
    ? [fine('Secrets', 'from the environment')]
    : [look('Secrets', 'none yet: the first start makes them')]
}

/** `start` makes the keys of push itself; where everything comes from the environment, somebody has to. */
export function examinePush(env: Env, folder: string): Finding[] {
  if (!isFromEnvironment({ env, folder })) return []
  return [
    process.env['VAPID_PUBLIC_KEY'] && process.env['VAPID_PRIVATE_KEY']
      ? fine('Push', 'has its keys')
      : look('Push', 'not set up (VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY): nobody is told this way'),
  ]
}

/** Who could sign in who should not; what is wrong with the database itself is said by itself. */
export async function examineAccounts(env: Env, url: string): Promise<Finding[]> {
  const refusals = await openDemo(env, url).catch(() => undefined)
  if (refusals === undefined) return []
  if (refusals.length > 0) return refusals.map(({ why, mend }) => wrong('Accounts', `${why}: ${mend}`))
  // A demo's passwords are meant to be known, and only this machine gets as far as to try them.
  if (!isReached(env)) return [fine('Accounts', `only this machine can sign in (HOST=${env.HOST})`)]
  return [fine('Accounts', 'none with a password that everybody knows')]
}

/** Whether watches that need a port of their own find it open. */
export async function examineWatchPort({ WATCH_PORT }: Env, url: string): Promise<Finding[]> {
  const isUsed = await withClient(url, usesPlainTcp).catch(() => false)
  if (!isUsed) return []
  if (WATCH_PORT !== 'off') return [fine('Watches over plain TCP', 'their port is open')]
  return [
    wrong('Watches over plain TCP', 'some are in use, and WATCH_PORT=off lets none in: WATCH_PORT=5093'),
  ]
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWERS_WITHIN_MS })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

export function examineAddress(env: Env): Finding {
  const url = new URL(publicUrl(env))
  const isHere = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  if (isHere) return look('PUBLIC_URL', `${url.origin}: links in messages lead nowhere from a phone`)
  return url.protocol === 'https:'
    ? fine('PUBLIC_URL', url.origin)
    : wrong('PUBLIC_URL', `${url.origin} is not encrypted`)
}

/** Redis forgets on its own unless told not to: an append-only file, and nothing thrown out when memory is short. */
export async function examineRedis({ REDIS_URL }: Env): Promise<Finding[]> {
  if (!REDIS_URL) return [fine('Queues', 'in the database')]
  const redis = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: ANSWERS_WITHIN_MS,
    maxRetriesPerRequest: 0,
  })
  redis.on('error', () => {})
  try {
    await redis.connect()
    const setting = async (name: string): Promise<string> =>
      String(((await redis.config('GET', name)) as string[])[1])
    const [aof, policy] = [await setting('appendonly'), await setting('maxmemory-policy')]
    return [
      fine('Redis', 'answers'),
      aof === 'yes'
        ? fine('Redis keeps what it is told')
        : look('Redis keeps what it is told', 'appendonly is off: sessions of devices end with it'),
      policy === 'noeviction'
        ? fine('Redis forgets nothing')
        : wrong('Redis forgets nothing', `maxmemory-policy is ${policy}, and must be noeviction`),
    ]
  } catch (error) {
    return [wrong('Redis', error instanceof Error ? error.message : 'does not answer')]
  } finally {
    redis.disconnect()
  }
}

const answersAt = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ANSWERS_WITHIN_MS })
    const answer = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })

/** Whoever may change everything is not kept by a password alone. */
export const examineTwoStep = ({ ADMIN_TWO_STEP }: Env): Finding =>
  ADMIN_TWO_STEP === 'asked'
    ? fine('Second step', 'asked of administrators')
    : look('Second step', 'asked of no administrator: ADMIN_TWO_STEP=asked does')

/** Where the parts listen: on this machine, or behind the balancer that our own parts call. */
const doorHost = ({ HOST, MQTT_URL }: Env): string =>
  (MQTT_URL === undefined ? ownHost(HOST) : new URL(MQTT_URL).hostname).replaceAll(/[[\]]/g, '')

/** A balancer takes calls whether or not anybody is behind it: what an interface says of its life tells. */
const hasInterface = (host: string, port: number): Promise<boolean> =>
  fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/api/health/live`, {
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  )

/** As brokers say of themselves in the database; where that does not answer, it is said elsewhere. */
const hasBroker = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `select from broker_nodes where seen_at > now() - interval '${SILENT_NODE_SECONDS} seconds'`,
    )
    return rowCount !== 0
  }).catch(() => true)

/** Whether the doors are open and somebody is behind them, and who reaches people. */
export async function examineParts(env: Env, url: string): Promise<Finding[]> {
  const host = doorHost(env)
  const door = async (name: string, port: number, isBehind: () => Promise<boolean>): Promise<Finding> => {
    if (!(await answersAt(host, port))) return look(name, `nobody answers at ${host}:${port}`)
    return (await isBehind())
      ? fine(name, `answers at ${host}:${port}`)
      : wrong(name, `${host}:${port} is open, and nobody answers behind it`)
  }
  return [
    await door('Broker', env.MQTT_PORT, () => hasBroker(url)),
    await door('Interface', env.HTTP_PORT, () => hasInterface(host, env.HTTP_PORT)),
    ...(await examinePost(env)),
  ]
}

async function examinePost({ SMTP_URL, TELEGRAM_BOT_TOKEN, SMS_PROVIDER }: Env): Promise<Finding[]> {
  const missing = (name: string, variable: string) =>
    look(name, `not set up (${variable}): nobody is told this way`)
  const mail = SMTP_URL ? new URL(SMTP_URL) : undefined
  const port = Number(mail?.port) || (mail?.protocol === 'smtps:' ? 465 : 25)
  const isMailThere = mail ? await answersAt(mail.hostname, port) : false
  return [
    !mail
      ? missing('E-mail', 'SMTP_URL')
      : isMailThere
        ? fine('E-mail', mail.hostname)
        : wrong('E-mail', `${mail.hostname}:${port} does not answer`),
    TELEGRAM_BOT_TOKEN ? fine('Telegram', 'has a bot') : missing('Telegram', 'TELEGRAM_BOT_TOKEN'),
    SMS_PROVIDER ? fine('SMS', SMS_PROVIDER) : missing('SMS', 'SMS_PROVIDER'),
  ]
}
