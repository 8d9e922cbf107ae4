import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Role } from '@carewatch/contracts/roles'
import {
  createSession,
  createSessions,
  createUser,
  createUsers,
  TEST_PASSWORD,
} from '@carewatch/migrations/factories'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import { Aedes } from 'aedes'
import { readEnv } from '../env.ts'
import { startApi } from '../start.ts'
import { declarationOf } from './declaration.ts'
import { talkTo } from './exchange.ts'

/** A bare broker that lets everybody in: the api speaks real MQTT with it. */
export async function startBroker() {
  const broker = await Aedes.createBroker()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    broker.handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    broker,
    url: `mqtt://127.0.0.1:${port}`,
    /** How many lines were cut. */
    cut: (): number => {
      const { size } = sockets
      for (const socket of sockets) socket.destroy()
      return size
    },
    close: async () => {
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      server.close()
    },
  }
}

export const JWT_SECRET = 'a secret of the tests that is long enough'

/** A token as the api signs it, without the cost of hashing a password for every person of a test. */
export function tokenFor(user: { uuid: string; session: string }, secondsLeft = 3_600): string {
  const text = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now = Math.floor(Date.now() / 1_000)
  const claims = { sub: user.uuid, jti: user.session, iss: 'carewatch', aud: 'carewatch' }
  const signed = `${text({ alg: 'HS256', typ: 'JWT' })}.${text({ ...claims, iat: now, exp: now + secondsLeft })}`
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`
}

type New = Parameters<typeof createUser>[1]

/** A whole api on a database and a broker of its own. */
export async function startHarness(extra: Record<string, string> = {}) {
  const [database, { broker, url: mqttUrl, cut: cutBroker, close: closeBroker }] = await Promise.all([
    testDatabase(),
    startBroker(),
  ])
  const api = await startApi(
    readEnv({
      DATABASE_URL: asService(database.url, 'api'),
      HTTP_PORT: '0',
      JWT_SECRET,
      SERVICE_SECRET: 'service',
      MQTT_URL: mqttUrl,
      LOG_LEVEL: 'error',
      ...extra,
    }),
  )

  /** Whatever a test asks for, no answer leaves what the OpenAPI document declares of it. */
  const { exchange, call } = talkTo(api.url, async (answer) => {
    const fault = (await declarationOf(api.url)).faultOf(answer)
    if (fault !== undefined) throw new Error(`Undeclared: ${fault}`)
  })

  const signIn = async (user: { email: string }): Promise<string> => {
    const answer = await call('POST', '/auth/login', {
      body: { email: user.email, password: TEST_PASSWORD },
    })
    return String(answer.context.token)
  }

  return {
    ...database,
    startedAt: Date.now(),
    api,
    broker,
    cutBroker,
    call,
    exchange,
    signIn,
    /** A person and the token they are signed in with. */
    person: async (role: Role, values: New = {}) => {
      const user = await createUser(database.db, { role, ...values })
      const { uuid: session } = await createSession(database.db, user.id)
      return { ...user, session, token: tokenFor({ ...user, session }) }
    },
    /** Several at once, by two statements. */
    people: async <Name extends string>(wanted: Record<Name, NonNullable<New>>) => {
      const made = await createUsers(database.db, Object.values<NonNullable<New>>(wanted))
      const sessions = await createSessions(
        database.db,
        made.map(({ id }) => id),
      )
      const signedIn = made.map((user, index) => {
        const session = sessions[index]?.uuid ?? ''
        return { ...user, session, token: tokenFor({ ...user, session }) }
      })
      const named = Object.keys(wanted).map((name, index) => [name, signedIn[index]])
      // Safe: a row for each name, in the order they were wanted.
      return Object.fromEntries(named) as Record<Name, (typeof signedIn)[number]>
    },
    close: async () => {
      await api.close()
      await closeBroker()
      await database.drop()
    },
  }
}
export type Harness = Awaited<ReturnType<typeof startHarness>>

/** A condition that will be true soon, or the test fails. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 15_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`It never came true: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
