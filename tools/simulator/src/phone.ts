import type { ReadingsPayload } from '@carewatch/contracts/payloads'
import type { Act } from '../scenarios/scenario.ts'
import { connected, connectDevice, publish } from './connection.ts'
import type { Credentials } from './credentials.ts'
import { personAt } from './physiology/person.ts'
import { profileOf } from './physiology/profile.ts'
import { fixAt } from './physiology/whereabouts.ts'
import { playSteps } from './play-steps.ts'
import { reportOf } from './report.ts'
import type { Watch, WatchOptions } from './simulated-watch.ts'

const CONNECT_WITHIN_MS = 15_000

/** What the OwnTracks app would send of it; a phone measures nobody. */
function locationOf({ position, battery, time }: ReadingsPayload): object | undefined {
  if (!position) return undefined
  const { lat, lng: lon, accuracy: acc } = position
  const tst = Math.floor(Number(time ?? Date.now()) / 1_000)
  return {
    _type: 'location',
    lat,
    lon,
    tst,
    tid: 'cw',
    ...(acc && { acc }),
    ...(battery && { batt: battery }),
  }
}

/** A phone in a pocket with the OwnTracks app: publishes where it is, also when it is asked. */
export function createPhone(
  { imei, password, seed, home }: Credentials['watches'][number],
  options: WatchOptions,
): Watch {
  const { url, everyMs, speed, startedAt, onProblem } = options
  const profile = profileOf(seed)
  const topic = `owntracks/${imei}/phone`
  const client = connectDevice(url, { username: imei, password, clientId: 'phone' })
  const bodyTime = (time: number) => startedAt + (time - startedAt) * speed
  let beat = 0
  let timer: NodeJS.Timeout | undefined

  const publishLocation = (reading: ReadingsPayload): void => {
    const location = locationOf(reading)
    if (location && client.connected) publish(client, topic, location).catch(onProblem)
  }
  const here = (): ReadingsPayload => {
    const time = Date.now()
    const { clock, battery } = personAt(profile, bodyTime(time))
    return { time, battery, position: fixAt(profile, clock, home) }
  }
  const perform = (act: Act): void => {
    if (act.does === 'measure') for (const reading of [act.readings].flat()) publishLocation(reading)
  }
  client.on('error', onProblem)
  client.on('connect', () => client.subscribe([`${topic}/cmd`], { qos: 1 }))
  client.on('message', () => publishLocation(here()))

  return {
    imei,
    ready: () => connected(client, CONNECT_WITHIN_MS),
    live: () => {
      publishLocation(here())
      timer = setInterval(() => {
        // What only the first report has waits until it can be sent.
        if (!client.connected) return
        const time = Date.now()
        publishLocation(
          reportOf({ profile, home }, { time, bodyTime: bodyTime(time), beat: beat++, everyMs }),
        )
      }, everyMs)
    },
    play: async ({ timeline }) => {
      const now = Date.now()
      const person = personAt(profile, bodyTime(now))
      await playSteps(timeline({ now, person, fix: fixAt(profile, person.clock, home) }), perform)
    },
    close: async () => {
      clearInterval(timer)
      await client.endAsync()
    },
  }
}
