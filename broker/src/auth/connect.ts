import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectPacket, Client } from 'aedes'
import type { Logger } from 'pino'
import { type Claimant, newClaimant } from '../identity/claimant.ts'
import type { Conflicts } from '../identity/conflicts.ts'
import { networkOf } from '../identity/network.ts'
import { callerOf } from '../proxy/caller.ts'
import { CONNACK, type Credentials, type SignIn } from './credentials.ts'
import { fullBucket, rateOf } from './rate.ts'
import type { Sessions } from './sessions.ts'

export const refusal = (message: string, returnCode: number) =>
  Object.assign(new Error(message), { returnCode })

const MAX_CLIENT_ID = 256
const WAIT_FOR_DATABASE_MS = 20_000
const ASK_AGAIN_MS = 300

/** Before sign-in: what MQTT refuses with a return code and aedes lets pass. */
export function refusalOf({ clientId, clean, protocolVersion }: ConnectPacket): Error | undefined {
  const isNameless = clientId === ''
  // [MQTT-3.1.3-8] no identifier means no session to keep; MQTT 3.1 knows no nameless client at all.
  const isWrong = isNameless ? clean === false || protocolVersion === 3 : clientId.length > MAX_CLIENT_ID
  return isWrong ? refusal('identifier rejected', CONNACK.identifierRejected) : undefined
}

export type SignInOptions = {
  credentials: Credentials
  sessions: Sessions
  deviceRate: number
  conflicts: Conflicts
  /** From where a device connects, for its page. */
  noteNetwork: (deviceId: number, network: string) => void
  noteUnregistered: (attempt: { username: string; address: string }) => void
  onRefused: (reason: string) => void
  log: Logger
}

/** From where a connection came, also behind a balancer. */
export const callerAddress = ({ conn }: Client): string => (conn instanceof Socket ? callerOf(conn) : '')

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
    if (result.reason === 'unknown')
      noteUnregistered({ username: given.username.toLowerCase(), address: callerAddress(client) })
    throw refusal(result.reason, result.returnCode)
  }
  // Who disconnected while the database was asked is gone already: nothing would close this session.
  if (client.closed || client.conn.destroyed) throw refusal('gone', CONNACK.notAuthorized)
  const { principal, source, gateway, signedIn } = result
  const bucket = fullBucket(rateOf(principal, deviceRate), Date.now())
  const claimant = source && claim(client, source.deviceId, options)
  sessions.add(client, {
    principal,
    source: source && claimant && { ...source, network: claimant.network },
    claimant,
    gateway,
    ...signedIn,
    bucket,
    inFlight: 0,
    inFlightBytes: 0,
    waitingSince: 0,
  })
}

/** A device with a password is itself, and yet may be two. */
function claim(
  client: Client,
  deviceId: number,
  { sessions, conflicts, noteNetwork }: SignInOptions,
): Claimant {
  const network = networkOf(callerAddress(client))
  const claimant = newClaimant(deviceId, network, conflicts.now())
  for (const other of sessions.clientsOf(deviceId)) {
    const older = sessions.of(other)?.claimant
    if (!older) continue
    // Aedes ends the other one of this name.
    if (other.id === client.id) conflicts.tookOver(deviceId, { from: older.network, to: network })
    else conflicts.overtaken([older], claimant)
  }
  noteNetwork(deviceId, network)
  return claimant
}

/**
 * Asks the database, and while it is away asks again: a refusal would be the wrong word (MQTT.js 5 never comes back after one).
 * When it stays away the connection is cut without a CONNACK, and the device tries again as after any lost connection.
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
