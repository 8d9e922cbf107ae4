import { homeTopic } from '@carewatch/contracts/topics'
import { grant, mayForward, type PublishRules, receive } from './receive.ts'
import { callerAddress, signIn, type SignInOptions } from '../auth/connect.ts'
import { noteForeignTopic } from '../downlink/foreign.ts'
import { MAX_CONNECT_BYTES, MAX_PACKET_BYTES } from '../auth/permission.ts'
import { type Programs, refusalOfProgram } from '../programs/programs.ts'
import { isProgram } from '../programs/sign-in.ts'
import type { GivenCredentials, Policy, Publish } from './policy.ts'
import type { Client } from 'aedes'
import { nobodysSignIn } from '../auth/credentials.ts'
import { fullBucket } from '../auth/rate.ts'

export type DevicePolicyOptions = SignInOptions &
  Omit<PublishRules, 'now'> & {
    /** Programs that come by an API key; there once the broker is. */
    programs: () => Pick<Programs, 'signIn' | 'started'>
  }

/** The product's policy: devices publish for themselves alone, and are acknowledged when it is committed. */
export function createDevicePolicy(options: DevicePolicyOptions): Policy {
  const { sessions, db, onRetry } = options
  const rules = { ...options, now: Date.now }

  return {
    // The user's name stands before the client id, so that nobody can throw a device out by taking its id.
    // One session is kept for each user, whatever it calls itself: a watch with a new id each time would leave one behind each time.
    identify: ({ username, clientId, clean }) =>
      username && clientId ? `${username}/${clean === false ? 'kept' : clientId}` : clientId,
    refusalOf: refusalOfProgram,
    authenticate: async (client, given) => {
      if (isProgram(given.username)) return signInProgram(client, given, options)
      await signIn(client, given, options)
      // By these alone screens hear of alarms: they do not wait for their turn among thousands of watches.
      if (sessions.of(client)?.principal.kind === 'service') client.readWhole()
    },
    receive: async (client, packet) => {
      const session = sessions.of(client)
      if (!session) throw new Error('not signed in')
      if (session.principal.kind === 'home') return receiveFromHome(client, packet, options)
      noteForeignTopic({ db, client, session }, packet.topic).catch(onRetry)
      await receive(session, packet, rules)
    },
    maySubscribe: (client, subscription) => grant(sessions.of(client), subscription),
    mayForward: (client, topic) => mayForward(sessions.of(client), topic),
    // Only our own services publish live topics; what devices publish has no other subscriber, but for a retained status.
    isRouted: ({ retain, topic }) => retain || topic.startsWith('live/'),
    nameOf: (client) => {
      const { source, gateway } = sessions.of(client) ?? {}
      return source?.deviceUuid ?? gateway?.gatewayUuid
    },
    maxBytes: (client) => {
      const session = sessions.of(client)
      return session ? MAX_PACKET_BYTES[session.principal.kind] : MAX_CONNECT_BYTES
    },
  }
}

/** A program has a session of its own kind: it is nobody's device, and what its key may see the api knows. */
async function signInProgram(
  client: Client,
  given: GivenCredentials,
  { programs, sessions }: DevicePolicyOptions,
): Promise<void> {
  const companyUuid = await programs().signIn(client, { ...given, address: callerAddress(client) })
  const name = given.username
  sessions.add(client, {
    principal: companyUuid === undefined ? { kind: 'home', name } : { kind: 'program', name, companyUuid },
    source: undefined,
    ...nobodysSignIn(),
    bucket: fullBucket(1, Date.now()),
    inFlight: 0,
    inFlightBytes: 0,
    waitingSince: 0,
  })
}

/** Home Assistant says when it has started. What else it publishes for others of its broker is for nobody here. */
async function receiveFromHome(
  client: Client,
  packet: Publish,
  { programs }: DevicePolicyOptions,
): Promise<void> {
  packet.retain = false
  if (packet.topic === homeTopic.birth) programs().started(client)
}
