import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from '../load/connection.ts'
import { publishFrame } from '../load/frames.ts'
import { accountAt } from './accounts.ts'
import { openScreen, type Received } from './viewer.ts'
import type { BenchDevice } from './company.ts'

/** From the write of a publish to the frame on a signed-in screen, in milliseconds. */
export type ProbeTimes = { readings: number[]; sos: number[]; lost: number }

const SOS_EVERY_READINGS = 5
/** The first of each only warm the way up. */
const USUAL: Pace = { everyMs: 10, warmReadings: 100, warmSos: 10 }
const LAST_FRAMES_MS = 10_000
const AGAIN_MS = 50

type Probes = {
  mqttPort: number
  httpPort: number
  devices: readonly BenchDevice[]
  /** Places of the devices that only measure, and of those that call for help once each. */
  measuring: number[]
  calling: number[]
  pace?: Pace
}

/** How often a reading is sent, and how many of the first are not counted. */
export type Pace = { everyMs: number; warmReadings: number; warmSos: number }

const indexOf = ({ imei }: BenchDevice): number => Number(imei.slice(8))

type Sent = Map<string, number>

function receiver(sentAt: Sent, times: ProbeTimes): (received: Received) => void {
  const arrive = (key: string, into: number[]): void => {
    const sent = sentAt.get(key)
    if (sent === undefined) return
    sentAt.delete(key)
    into.push(performance.now() - sent)
  }
  return ({ type, deviceUuid, readings = [], notification }) => {
    if (type === 'readings')
      for (const { time } of readings) arrive(`${deviceUuid} ${Date.parse(time)}`, times.readings)
    if (type === 'notification' && notification?.kind === 'SOS') arrive(notification.deviceUuid, times.sos)
  }
}

/** A device and its connection. */
type Probe = { device: BenchDevice; socket: Socket }

async function openAll(port: number, devices: readonly BenchDevice[]): Promise<Probe[]> {
  return Promise.all(
    devices.map(async (device) => {
      const { socket } = await Connection.open(port, accountAt(indexOf(device)))
      return { device, socket }
    }),
  )
}

function send({ device, socket }: Probe, leaf: 'readings' | 'event', message: object): void {
  socket.write(publishFrame(`watch/${device.imei}/${leaf}`, JSON.stringify(message), 1))
}

/** What a screen wishes to see takes a moment to reach the broker: said again until it is seen. */
async function untilSeen(probe: Probe | undefined, seen: ReadonlySet<string>): Promise<void> {
  while (probe && !seen.has(probe.device.uuid)) {
    send(probe, 'readings', { time: Date.now(), heartRate: 71 })
    await wait(AGAIN_MS)
  }
}

/** Everything connected and signed in beforehand: two hundred sign-ins at once are not what is measured. */
export async function prepareProbes({
  mqttPort,
  httpPort,
  devices,
  measuring,
  calling,
  pace = USUAL,
}: Probes) {
  const pick = (places: number[]) => places.flatMap((place) => devices[place] ?? [])
  const measured = await openAll(mqttPort, pick(measuring))
  const callers = await openAll(mqttPort, pick(calling))
  const sentAt: Sent = new Map()
  const times: ProbeTimes = { readings: [], sos: [], lost: 0 }
  const looked = measured.map(({ device }) => device.uuid)
  const seen = new Set<string>()
  const receive = receiver(sentAt, times)
  const screen = await openScreen(httpPort, looked, (received) => {
    if (received.deviceUuid) seen.add(received.deviceUuid)
    receive(received)
  })
  await untilSeen(measured.at(-1), seen)

  function measure(turn: number, time: number): void {
    const probe = measured[turn % measured.length]
    if (!probe) return
    sentAt.set(`${probe.device.uuid} ${time}`, performance.now())
    send(probe, 'readings', { time, heartRate: 71, systolic: 127, diastolic: 80, spo2: 97 })
  }

  function call(turn: number, time: number): void {
    const caller = turn % SOS_EVERY_READINGS === 0 ? callers[turn / SOS_EVERY_READINGS] : undefined
    if (!caller) return
    sentAt.set(caller.device.uuid, performance.now())
    send(caller, 'event', { time, type: 'SOS' })
  }

  /** Sends readings and calls for help beside the load, and waits for each on the screen. */
  return async (forMs: number): Promise<ProbeTimes> => {
    const endsAt = performance.now() + forMs
    let time = 0
    for (let turn = 0; performance.now() < endsAt; turn++) {
      time = Math.max(time + 1, Date.now())
      measure(turn, time)
      call(turn, time)
      await wait(pace.everyMs)
    }
    const deadline = performance.now() + LAST_FRAMES_MS
    while (sentAt.size > 0 && performance.now() < deadline) await wait(20)
    screen.close()
    for (const { socket } of [...measured, ...callers]) socket.destroy()
    return {
      readings: times.readings.slice(pace.warmReadings),
      sos: times.sos.slice(pace.warmSos),
      lost: sentAt.size,
    }
  }
}
