import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Case, claim } from '../case.ts'
import { NURSE } from '../environment/fixture.ts'
import { callForHelp } from '../environment/load.ts'
import { residentMb } from '../environment/memory.ts'
import { send, signInRaw } from '../environment/raw.ts'
import { signIn } from '../environment/screen.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import { SERVICE_SECRET } from '../environment/wiring.ts'

const FOR_MS = 12_000
const EVERY_MS = 10
const CALLS = 12
const BODY = 'x'.repeat(60_000)
const MOST_MB = 120

/** Six megabytes a second of what is said of this watch, as one of our own services would say it. */
async function pour({ ports }: TestEnvironment, deviceUuid: string) {
  const service = await signInRaw(ports.mqtt, 'service/faults', SERVICE_SECRET)
  service.resume()
  const topic = `live/device/${deviceUuid}/readings`
  const payload = JSON.stringify({ type: 'readings', deviceUuid, readings: [], note: BODY })
  const timer = setInterval(() => {
    send(service, { cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false })
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    service.destroy()
  }
}

/** People call for help all the while; answers how long the slowest took to be on the nurse's board. */
async function slowestCall({ fixture, screen }: TestEnvironment): Promise<number> {
  const callers = await fixture.take(CALLS)
  const took: number[] = []
  for (const caller of callers) {
    const at = performance.now()
    void callForHelp(caller)
    while (!screen.seen.has(caller.device.uuid) && performance.now() - at < FOR_MS) await wait(5)
    took.push(performance.now() - at)
    await wait(FOR_MS / CALLS / 2)
  }
  for (const { connection } of callers) connection.close()
  return Math.max(...took)
}

async function slowScreen(environment: TestEnvironment) {
  const { fixture, ports, pidOf } = environment
  const [watch] = await fixture.take(1)
  const pid = await pidOf('api')
  const before = residentMb(pid)
  const socket = new WebSocket(`ws://127.0.0.1:${ports.http}/api/live`)
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'authorize', token: await signIn(ports.http, NURSE) }))
  await once(socket, 'message')
  socket.send(JSON.stringify({ type: 'watch', devices: [watch?.device.uuid] }))
  await wait(300)
  socket.pause()
  let peak = 0
  const looking = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 100)
  const stop = await pour(environment, watch?.device.uuid ?? '')
  const slowestMs = await slowestCall(environment)
  stop()
  clearInterval(looking)
  socket.resume()
  const [code] = (await Promise.race([once(socket, 'close'), wait(5_000, ['nothing'])])) as unknown[]
  watch?.connection.close()
  const growth = peak - before
  return {
    claims: [
      claim('slowest call for help on the other screen', slowestMs < 2_000, `${slowestMs.toFixed(0)} ms`),
      claim('the slow one is sent away with', code === 1013 || code === 1006, String(code)),
      claim('interface grows by', growth < MOST_MB, `${growth.toFixed(0)} MB`),
    ],
  }
}

async function frozenSubscriber(environment: TestEnvironment) {
  const { fixture, ports, pidOf } = environment
  const [watch] = await fixture.take(1)
  const pid = await pidOf('broker')
  const before = residentMb(pid)
  const frozen = await signInRaw(ports.mqtt, 'service/frozen', SERVICE_SECRET)
  send(frozen, {
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic: 'live/device/+/readings', qos: 0 }],
  })
  await once(frozen, 'data')
  frozen.pause()
  let peak = 0
  const looking = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 100)
  const stop = await pour(environment, watch?.device.uuid ?? '')
  const slowestMs = await slowestCall(environment)
  stop()
  clearInterval(looking)
  frozen.destroy()
  watch?.connection.close()
  const growth = peak - before
  return {
    claims: [
      claim('slowest call for help', slowestMs < 4_000, `${slowestMs.toFixed(0)} ms`),
      claim('broker grows by', growth < MOST_MB, `${growth.toFixed(0)} MB`),
    ],
  }
}

export const slowReaders: Case[] = [
  {
    name: 'slow-screen',
    fault: 'a screen that reads nothing while 6 MB/s are published to it',
    run: slowScreen,
  },
  {
    name: 'frozen-subscriber',
    fault: 'an MQTT subscriber that reads nothing while 6 MB/s are published to it',
    run: frozenSubscriber,
  },
]
