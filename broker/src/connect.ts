import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectPacket, Client } from 'aedes'
import type { Logger } from 'pino'
import { addressOf } from './authorize.ts'
import { CONNACK, type Credentials, type SignIn } from './credentials.ts'
import { fullBucket } from './rate.ts'
import type { Sessions } from './session.ts'
import { isCleanText } from './text.ts'

export const refusal = (message: string, returnCode: number) =>
  Object.assign(new Error(message), { returnCode })

const MAX_CLIENT_ID = 256
const WAIT_FOR_DATABASE_MS = 20_000
const ASK_AGAIN_MS = 300

/**
 * Before sign-in: refuses what MQTT 3.1.1 refuses and aedes lets pass, and puts the user's name before the client id,
 * so that nobody can throw a device out by taking its id. Answers what is wrong, if anything.
 */
export function checkConnect(packet: ConnectPacket): Error | undefined {
  const { clientId, username = '', clean } = packet
  const will = packet.will?.topic ?? ''
  if (!isCleanText(clientId + username + will) || clientId.length > MAX_CLIENT_ID)
    return new Error('unclean identifier')
  // [MQTT-3.1.3-8] no identifier means no session to keep.
  if (clientId === '' && clean === false) return refusal('identifier rejected', CONNACK.identifierRejected)
  if (clientId !== '' && username) packet.clientId = `${username}/${clientId}`
  return undefined
}

export type SignInOptions = {
  credentials: Credentials
  sessions: Sessions
  deviceRate: number
  noteUnregistered: (username: string, address: string) => void
  onRefused: (reason: string) => void
  log: Logger
}

/** Opens a session for whoever may sign in; throws the CONNACK refusal otherwise. */
export async function signIn(
  client: Client,
  given: { username: string; password: Buffer },
  options: SignInOptions,
): Promise<void> {
  const { sessions, deviceRate, noteUnregistered, onRefused } = options
  const result = await check(client, given, options)
  if (!result.ok) {
    onRefused(result.reason)
    if (result.reason === 'unknown') noteUnregistered(given.username.toLowerCase(), addressOf(client))
    throw refusal(result.reason, result.returnCode)
  }
  const { principal, source } = result
  const bucket = fullBucket(deviceRate, Date.now())
  sessions.add(client, {
    principal,
    source,
    signedInAt: new Date(),
    bucket,
    inFlight: 0,
    inFlightBytes: 0,
    waitingSince: 0,
  })
}

/**
 * Asks the database, and while it is away asks again: a refusal would be the wrong word (MQTT.js 5 never comes back after one).
 * When it stays away the connection is cut without a CONNACK, and the device tries again as after any lost line.
 */
async function check(
  client: Client,
  given: { username: string; password: Buffer },
  options: SignInOptions,
): Promise<SignIn> {
  const until = Date.now() + WAIT_FOR_DATABASE_MS
  for (;;) {
    try {
      return await options.credentials(given.username, given.password)
    } catch (error) {
      options.log.warn({ err: error }, 'sign-in could not be checked yet')
    }
    if (client.closed || Date.now() > until) {
      client.close()
      return new Promise(() => {})
    }
    await wait(ASK_AGAIN_MS)
  }
}
