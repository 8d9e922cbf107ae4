import type { LiveMessage } from '@carewatch/contracts/events'
import { partnerTopic } from '@carewatch/contracts/topics'

type Json = Record<string, unknown>
type Topic = Exclude<keyof typeof partnerTopic, 'all'>

/** Which message of the socket comes on which topic. */
const messageOn: Record<Topic, LiveMessage['type']> = {
  alarms: 'notification',
  tasks: 'task',
  rooms: 'rooms',
  missed: 'missed',
  readings: 'readings',
  presence: 'presence',
  position: 'position',
  handedOver: 'handedOver',
}

// Safe: the record's own keys.
const topics = Object.keys(messageOn) as Topic[]

const ABOUT =
  'Read alone, QoS 0 or 1, by the scopes of the key. Nothing is retained, nor kept for who is away; wildcards only below the company. Whoever publishes is cut off, and a will is refused.'

const parameters: Record<string, { description: string }> = {
  companyUuid: { description: 'The company of the key: `authorized` at the socket says it.' },
  deviceUuid: { description: 'A device in scope, or `+` for all of them.' },
}

/** Where devices connect, too. */
export const mqttServer = ({ hostname }: URL): Json => ({
  host: `${hostname}:8883`,
  protocol: 'mqtts',
  protocolVersion: '3.1.1',
  description: 'The broker; its port is as the installation publishes it.',
  security: [{ $ref: '#/components/securitySchemes/key' }],
})

export function mqttChannels(): Json {
  return Object.fromEntries(
    topics.map((name) => {
      const address = partnerTopic[name]('{companyUuid}', '{deviceUuid}')
      const own = Object.entries(parameters).filter(([parameter]) => address.includes(`{${parameter}}`))
      const message = messageOn[name]
      return [
        `mqtt-${name}`,
        {
          address,
          description: ABOUT,
          servers: [{ $ref: '#/servers/mqtt' }],
          parameters: Object.fromEntries(own),
          messages: { [message]: { $ref: `#/components/messages/${message}` } },
        },
      ]
    }),
  )
}

export function mqttOperations(): Json {
  return Object.fromEntries(
    topics.map((name) => [
      `publish-${name}`,
      {
        action: 'send',
        channel: { $ref: `#/channels/mqtt-${name}` },
        messages: [{ $ref: `#/channels/mqtt-${name}/messages/${messageOn[name]}` }],
      },
    ]),
  )
}
