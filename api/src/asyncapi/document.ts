import { WATCHED_MAX } from '@carewatch/contracts/events'
import { LIVE_SCOPE } from '@carewatch/contracts/live-access'
import { closings } from '../live/close-codes.ts'
import {
  AUTHORIZE_WITHIN_MS,
  FRAMES_A_SECOND,
  HEARTBEAT_MS,
  LARGEST_BACKLOG,
  LARGEST_FRAME,
  SOCKETS_A_PERSON,
} from '../live/limits.ts'
import { answers, events, requests, schemas } from './messages.ts'
import { mqttChannels, mqttOperations, mqttServer } from './mqtt.ts'
import { payloadOf, type Schemas } from './schemas.ts'

type Json = Record<string, unknown>

const ABOUT = `What happens in Carewatch, as it happens: over a WebSocket at \`/api/live\`, or by MQTT at the broker.
The HTTP interface is described at \`/api/openapi.json\`. An event comes after its row is committed, so asking by HTTP always finds it; it may be lost on its way, and \`missed\`, or a socket that was cut, says so: ask again.
What comes is what may be asked by HTTP, by the same roles and the same scopes. Types and fields that are not here may come from a later version: pass over them.`

const SOCKET = `The token is the first message, never in the address, within ${AUTHORIZE_WITHIN_MS / 1_000} s: that of a sign-in, or the secret of an API key with the scope \`${LIVE_SCOPE}\`. \`authorized\` says that it is good.

Alarms, tasks and rooms come of everything in scope. Readings, presence and positions come of devices that are asked for by \`watch\`, ${WATCHED_MAX} at most.

An API key may \`follow\`: alarms, tasks and assignments then come as \`event\` with a cursor, in order and at least once. After a cut, follow after the last cursor that was dealt with, and nothing is missed; \`lost\` says that it is too old.

Limits: ${SOCKETS_A_PERSON} sockets a person or key, ${FRAMES_A_SECOND} messages a second, ${LARGEST_FRAME / 1_024} KiB a message, ${LARGEST_BACKLOG / 1_024 / 1_024} MiB that wait to be read.

Heartbeat: the server pings (a frame of WebSocket's own) every ${HEARTBEAT_MS / 1_000} s and cuts who has not answered by the next. Send \`{"type":"ping"}\` every few seconds and take a socket that was silent for 15 s for dead.

Reconnect after 0.5 s, then after twice as long each time up to 15 s, each time at random between half and all of it; not after \`refused\` with \`token\` or \`scope\`. Then follow after your cursor, or ask by HTTP for what came meanwhile.

Closed with:

${Object.entries(closings)
  .map(([code, why]) => `- ${code}: ${why}`)
  .join('\n')}`

type Described = { summary: string; who?: string }

/** A message as a component: its schema, and who receives it. */
function messageOf(name: string, { summary, who }: Described, shared: Schemas): Json {
  const schema = schemas.get(name)
  if (!schema) throw new Error(`${name} has no schema`)
  const description = who === undefined ? {} : { description: who }
  return { name, title: name, summary, ...description, payload: payloadOf(schema, shared) }
}

const messagesOf = (described: Record<string, Described>, shared: Schemas): Json =>
  Object.fromEntries(Object.entries(described).map(([name, one]) => [name, messageOf(name, one, shared)]))

const refs = (names: string[], at: string): { $ref: string }[] =>
  names.map((name) => ({ $ref: `${at}/${name}` }))

const byName = (names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]))

const SOCKET_MESSAGES = '#/channels/live/messages'

function operations(): Json {
  const channel = { $ref: '#/channels/live' }
  const on = (described: Record<string, Described>) => refs(Object.keys(described), SOCKET_MESSAGES)
  return {
    receiveRequests: {
      action: 'receive',
      channel,
      summary: 'What a program says.',
      messages: on(requests),
    },
    sendAnswers: {
      action: 'send',
      channel,
      summary: 'What the socket answers beside events.',
      messages: on(answers),
    },
    sendEvents: { action: 'send', channel, summary: 'What happens.', messages: on(events) },
  }
}

/** AsyncAPI 3.0 of what comes live, made of the schemas that it is encoded and read by. */
export function asyncApiDocument(publicUrl: string): Json {
  const { host, protocol } = new URL(publicUrl)
  const shared: Schemas = {}
  const described = { ...events, ...answers, ...requests }
  const messages = messagesOf(described, shared)
  return {
    asyncapi: '3.0.0',
    info: { title: 'Carewatch live', version: '1', description: ABOUT },
    defaultContentType: 'application/json',
    servers: {
      socket: { host, protocol: protocol === 'https:' ? 'wss' : 'ws', description: 'This installation' },
      mqtt: mqttServer(new URL(publicUrl)),
    },
    channels: {
      live: {
        address: '/api/live',
        title: 'The live socket',
        description: SOCKET,
        servers: [{ $ref: '#/servers/socket' }],
        messages: byName(Object.keys(described)),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
      ...mqttChannels(),
    },
    operations: { ...operations(), ...mqttOperations() },
    components: {
      messages,
      schemas: shared,
      securitySchemes: {
        key: {
          type: 'userPassword',
          description: 'The public part of an API key with `live:read`, and its whole secret.',
        },
      },
    },
  }
}
