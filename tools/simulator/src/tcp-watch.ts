import type { ReadingsPayload } from '@carewatch/contracts/payloads'
import type { Act } from '../scenarios/scenario.ts'
import type { Credentials } from './credentials.ts'
import { personAt } from './physiology/person.ts'
import { profileOf } from './physiology/profile.ts'
import { fixAt } from './physiology/whereabouts.ts'
import { playSteps } from './play-steps.ts'
import { reportOf } from './report.ts'
import { iw } from './formats/iw.ts'
import type { WatchProtocol } from './formats/watch-protocol.ts'
import { threeG } from './formats/three-g.ts'
import { wonlex } from './formats/wonlex.ts'
import { openTcpConnection } from './tcp-connection.ts'
import type { Watch, WatchOptions } from './simulated-watch.ts'

/** Makes with a protocol of their own over a plain socket, by the name of their format. */
export const watchProtocols: Readonly<Record<string, WatchProtocol>> = {
  'watch-iw': iw,
  'watch-3g': threeG,
  'watch-wonlex-json': wonlex,
}

const KEPT_MOST = 500
const BATTERY = 80

type Worn = Credentials['watches'][number]
type Options = WatchOptions & { tcp: { host: string; port: number }; protocol: WatchProtocol }

/** A watch on a wrist with its maker's protocol over TCP. What it could not send it sends when it is back. */
export function createTcpWatch({ imei, seed, home }: Worn, options: Options): Watch {
  const { tcp, protocol, everyMs, speed, startedAt, onProblem } = options
  const profile = profileOf(seed)
  const bodyTime = (time: number) => startedAt + (time - startedAt) * speed
  let kept: ReadingsPayload[] = []
  let beat = 0
  let isPlaying = false
  let timer: NodeJS.Timeout | undefined

  const framesOf = (reading: ReadingsPayload): string[] =>
    protocol.readings(reading, { imei, time: Number(reading.time ?? Date.now()) })
  const connection = openTcpConnection({
    address: tcp,
    imei,
    protocol,
    onProblem,
    onOpen: () => {
      connection.send(kept.flatMap(framesOf))
      kept = []
    },
  })
  const report = (readings: readonly ReadingsPayload[]): void => {
    if (connection.isOpen()) connection.send(readings.flatMap(framesOf))
    else kept = [...kept, ...readings].slice(-KEPT_MOST)
  }
  const measure = (): void => {
    const time = Date.now()
    report([reportOf({ profile, home }, { time, bodyTime: bodyTime(time), beat: beat++, everyMs })])
  }
  const perform = (act: Act): void => {
    if (act.does === 'measure') report([act.readings].flat())
    else if (act.does === 'sendEvent')
      connection.send(
        protocol.event({ imei, time: Date.now(), type: act.type, fix: act.fix, battery: BATTERY }),
      )
    else if (act.does === 'vanish') connection.drop()
    else if (act.does === 'return') connection.restore()
  }

  return {
    imei,
    ready: () => connection.opened(),
    live: () => {
      measure()
      timer = setInterval(() => isPlaying || measure(), everyMs)
    },
    play: async ({ timeline }) => {
      const now = Date.now()
      const person = personAt(profile, bodyTime(now))
      isPlaying = true
      await playSteps(timeline({ now, person, fix: fixAt(profile, person.clock, home) }), perform)
      isPlaying = false
    },
    close: async () => {
      clearInterval(timer)
      connection.close()
    },
  }
}
