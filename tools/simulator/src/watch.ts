import { watchTopic } from '@carewatch/contracts/topics'
import type { MqttClient } from 'mqtt'
import { connected, connectDevice, publishRetained } from './connection.ts'
import type { Credentials } from './credentials.ts'
import { answerDownlink } from './downlink.ts'
import { createMeasuring } from './measuring.ts'
import { performer } from './perform.ts'
import { createPhone } from './phone.ts'
import { personAt } from './physiology/person.ts'
import { profileOf } from './physiology/profile.ts'
import { fixAt } from './physiology/whereabouts.ts'
import { playSteps } from './play-steps.ts'
import type { Wearer } from './report.ts'
import { createTcpWatch, watchProtocols } from './tcp-watch.ts'
import type { Watch, WatchOptions } from './simulated-watch.ts'

const CONNECT_WITHIN_MS = 15_000

/** A watch on a wrist, by its format. */
export function createWatch(worn: Credentials['watches'][number], options: WatchOptions): Watch {
  if (worn.format === 'owntracks') return createPhone(worn, options)
  const protocol = worn.format === undefined ? undefined : watchProtocols[worn.format]
  if (!protocol) return createMqttWatch(worn, options)
  if (!options.tcp)
    throw new Error(`${worn.name} has the format ${worn.format}: --tcp must say where the broker takes it`)
  return createTcpWatch(worn, { ...options, tcp: options.tcp, protocol })
}

/** Over real MQTT. */
function createMqttWatch(
  { imei, password, seed, home }: Credentials['watches'][number],
  options: WatchOptions,
): Watch {
  const { url, everyMs, speed, startedAt, onProblem, isExtra = false } = options
  const wearer: Wearer = { profile: profileOf(seed), home }
  const bodyTime = (time: number) => startedAt + (time - startedAt) * speed
  const will = { topic: watchTopic(imei, 'status'), payload: '{"online":false}' }
  const identity = { username: imei, password, clientId: isExtra ? 'scenario' : 'watch' }
  const client = connectDevice(url, identity, isExtra ? undefined : will)
  const measuring = createMeasuring({ client, imei, wearer, everyMs, bodyTime, onProblem })
  const perform = performer({ client, imei, onProblem })
  let isPlaying = false
  let timer: NodeJS.Timeout | undefined

  client.on('error', onProblem)
  if (!isExtra) greet(client, imei, { onProblem, onConnect: measuring.sendKept })

  return {
    imei,
    ready: () => connected(client, CONNECT_WITHIN_MS),
    live: () => {
      measuring.measure()
      timer = setInterval(() => isPlaying || measuring.measure(), everyMs)
    },
    play: async ({ timeline }) => {
      const now = Date.now()
      const person = personAt(wearer.profile, bodyTime(now))
      isPlaying = true
      await playSteps(timeline({ now, person, fix: fixAt(wearer.profile, person.clock, home) }), perform)
      isPlaying = false
    },
    close: async () => {
      clearInterval(timer)
      await client.endAsync()
    },
  }
}

type Greeting = { onProblem: (problem: Error) => void; onConnect: () => void }

/** Whenever it comes online: says so, asks for what is to be done, and answers it. */
function greet(client: MqttClient, imei: string, { onProblem, onConnect }: Greeting): void {
  client.on('connect', () => {
    publishRetained(client, watchTopic(imei, 'status'), { online: true }).catch(onProblem)
    client.subscribe([watchTopic(imei, 'settings'), watchTopic(imei, 'command')], { qos: 1 })
    onConnect()
  })
  client.on('message', (topic, payload) => answerDownlink(client, { imei, topic, payload }, onProblem))
}
