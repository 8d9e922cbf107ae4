import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from '../load/connection.ts'
import { publishFrame } from '../load/frames.ts'
import { accountAt } from './accounts.ts'
import { openScreen, type Heard } from './viewer.ts'
import type { BenchDevice } from './world.ts'

/** From the write of a publish to the frame on a signed-in screen, in milliseconds. */
export type ProbeTimes = { readings: number[]; sos: number[]; lost: number }

const READING_EVERY_MS = 10
const SOS_EVERY_READINGS = 12
const LAST_FRAMES_MS = 3_000

type Probes = {
  mqttPort: number
  httpPort: number
  devices: readonly BenchDevice[]
  /** Places of the devices that only measure, and of those that call for help once each. */
  measuring: number[]
  calling: number[]
  forMs: number
}

const indexOf = ({ imei }: BenchDevice): number => Number(imei.slice(8))

async function openAll(port: number, devices: readonly BenchDevice[]): Promise<Connection[]> {
  return Promise.all(devices.map((device) => Connection.open(port, accountAt(indexOf(device)))))
}

/** Sends readings and calls for help beside the load, and waits for each on a screen. */
export async function runProbes({
  mqttPort,
  httpPort,
  devices,
  measuring,
  calling,
  forMs,
}: Probes): Promise<ProbeTimes> {
  const pick = (places: number[]) => places.flatMap((place) => devices[place] ?? [])
  const [measured, callers] = [pick(measuring), pick(calling)]
  const connections = await openAll(mqttPort, measured)
  const callerConnections = await openAll(mqttPort, callers)
  const sentAt = new Map<string, number>()
  const times: ProbeTimes = { readings: [], sos: [], lost: 0 }

  const arrive = (key: string, into: number[]): void => {
    const sent = sentAt.get(key)
    if (sent === undefined) return
    sentAt.delete(key)
    into.push(performance.now() - sent)
  }
  const screen = await openScreen(
    httpPort,
    measured.map(({ uuid }) => uuid),
    (heard: Heard) => {
      if (heard.type === 'readings')
        for (const { time } of heard.readings ?? [])
          arrive(`${heard.deviceUuid} ${Date.parse(time)}`, times.readings)
      if (heard.type === 'notification' && heard.notification?.kind === 'SOS')
        arrive(heard.notification.deviceUuid, times.sos)
    },
  )
  // The api subscribes to a device's readings when a screen looks at it: one round trip to the front door.
  await wait(500)

  const endsAt = performance.now() + forMs
  let lastTime = 0
  for (let turn = 0; performance.now() < endsAt; turn++) {
    const place = turn % measured.length
    const time = (lastTime = Math.max(lastTime + 1, Date.now()))
    const device = measured[place]
    if (device) {
      sentAt.set(`${device.uuid} ${time}`, performance.now())
      const payload = JSON.stringify({ time, heartRate: 71, systolic: 127, diastolic: 80, spo2: 97 })
      connections[place]?.socket.write(
        publishFrame(`watch/${device.imei}/readings`, payload, 1 + (turn % 60_000)),
      )
    }
    const caller = turn % SOS_EVERY_READINGS === 0 ? callers[turn / SOS_EVERY_READINGS] : undefined
    if (caller) {
      sentAt.set(caller.uuid, performance.now())
      const payload = JSON.stringify({ time, type: 'SOS' })
      callerConnections[turn / SOS_EVERY_READINGS]?.socket.write(
        publishFrame(`watch/${caller.imei}/event`, payload, 1),
      )
    }
    await wait(READING_EVERY_MS)
  }
  const deadline = performance.now() + LAST_FRAMES_MS
  while (sentAt.size > 0 && performance.now() < deadline) await wait(20)
  screen.close()
  for (const { socket } of [...connections, ...callerConnections]) socket.destroy()
  return { ...times, lost: sentAt.size }
}
