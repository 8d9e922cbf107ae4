import { setTimeout as wait } from 'node:timers/promises'
import { drainTimes, inGroups, untilSo } from '@carewatch/platform/graceful-shutdown'
import type { Client } from 'aedes'
import type { Session, Sessions } from './auth/sessions.ts'

/** A message on its way into the database is acknowledged before its connection ends; with the database away its device sends it again elsewhere. */
const LAST_COMMIT_MS = 2_000
/** The other side has so long to close too. */
const HANG_UP_MS = 1_000

type Closing = {
  sessions: Sessions
  listeners: { close: () => Promise<unknown>; disconnectAll: (withinMs: number) => Promise<void> }
  lease: { leave: () => void }
  drainSeconds: number
}

/** Waits until the balancer sends nobody new, closes the listeners, and disconnects everybody. */
export async function shutDownGracefully({
  sessions,
  listeners,
  lease,
  drainSeconds,
}: Closing): Promise<void> {
  const { noticeMs, disconnectMs } = drainTimes(drainSeconds)
  await wait(noticeMs)
  lease.leave()
  void listeners.close()
  await Promise.all([disconnectAll(sessions, disconnectMs), listeners.disconnectAll(disconnectMs)])
}

/** Disconnects everybody who speaks MQTT, spread over the time. */
async function disconnectAll(sessions: Sessions, withinMs: number): Promise<void> {
  const leaving: Promise<void>[] = []
  await inGroups(sessions.all(), withinMs, ([client, session]) => leaving.push(disconnect(client, session)))
  await Promise.all(leaving)
}

async function disconnect(client: Client, session: Session): Promise<void> {
  client.pause()
  await untilSo(() => session.inFlight === 0, LAST_COMMIT_MS)
  // The acknowledgement is written in the turn after the commit.
  await new Promise(setImmediate)
  client.conn.end()
  setTimeout(() => client.close(), HANG_UP_MS).unref()
}
