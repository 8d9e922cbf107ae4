import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '@carewatch/bench/figures'
import { type Case, claim } from '../case.ts'
import { startAsking } from '../environment/asking.ts'
import { residentMb } from '../environment/memory.ts'
import { hello, openSocket } from '../environment/raw.ts'
import type { TestEnvironment } from '../environment/environment.ts'

const DEVICES = 2_000
const BACK_WITHIN_MS = 10_000
const FLOOD = 2_000
const HALF = 500
/** The broker waits ten seconds for a CONNECT. */
const CUT_WITHIN_MS = 13_000
const MOST_MB = 80

async function until(isSo: () => boolean, withinMs: number): Promise<number> {
  const startedAt = performance.now()
  while (!isSo() && performance.now() - startedAt < withinMs) await wait(10)
  return isSo() ? performance.now() - startedAt : Number.POSITIVE_INFINITY
}

async function storm({ fixture, signal, ports, screen }: TestEnvironment) {
  const watches = await fixture.take(DEVICES, { isDirect: true })
  const before = new Map(watches.map(({ connection }) => [connection, connection.connections]))
  const asking = startAsking(ports.http, screen.token)
  await signal('broker', 'SIGKILL')
  const areBack = () =>
    watches.every(
      ({ connection }) => connection.isIn && connection.connections > (before.get(connection) ?? 0),
    )
  const backMs = await until(areBack, 60_000)
  await wait(1_000)
  const { times, hung, wrong } = await asking.finish()
  for (const { connection } of watches) connection.close()
  const p95 = percentile(times, 0.95)
  return {
    claims: [
      claim(`all ${DEVICES} back after`, backMs < BACK_WITHIN_MS, `${(backMs / 1_000).toFixed(1)} s`),
      claim('portal p95 meanwhile', p95 < 1_000, `${p95.toFixed(0)} ms`),
      claim('calls that hung or failed', hung + wrong.length === 0, hung + wrong.length),
    ],
  }
}

async function flood({ fixture, ports, pidOf }: TestEnvironment) {
  const pid = await pidOf('broker')
  const before = residentMb(pid)
  const silent = await Promise.all(Array.from({ length: FLOOD }, () => openSocket(ports.mqtt)))
  const halves = await Promise.all(Array.from({ length: HALF }, () => openSocket(ports.mqtt)))
  for (const socket of halves) socket.write(hello('352099119999999', 'x').subarray(0, 9))
  const startedAt = performance.now()
  const [watch] = await fixture.take(1, { isDirect: true })
  const cameMs = performance.now() - startedAt
  const all = [...silent, ...halves]
  for (const socket of all) socket.resume()
  const cutMs = await until(() => all.every(({ destroyed }) => destroyed), CUT_WITHIN_MS)
  const growth = residentMb(pid) - before
  watch?.connection.close()
  for (const socket of all) socket.destroy()
  return {
    claims: [
      claim('a true watch comes in after', cameMs < 1_000, `${cameMs.toFixed(0)} ms`),
      claim('the others are cut after', Number.isFinite(cutMs), `${(cutMs / 1_000).toFixed(1)} s`),
      claim('broker grows by', growth < MOST_MB, `${growth.toFixed(0)} MB`),
    ],
  }
}

export const crowds: Case[] = [
  {
    name: 'reconnect-storm',
    fault: `kill -9 of the broker with ${DEVICES} watches on it, which all return at once`,
    run: storm,
  },
  {
    name: 'connection-flood',
    fault: `${FLOOD} connections that say nothing and ${HALF} that say half a CONNECT`,
    run: flood,
  },
]
