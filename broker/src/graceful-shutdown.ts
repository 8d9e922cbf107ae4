import { setTimeout as wait } from 'node:timers/promises'
import { drainTimes, inGroups, untilSo } from '@carewatch/platform/graceful-shutdown'
import type { Client } from 'aedes'
import type { Session, Sessions } from './auth/sessions.ts'

/** A message on its way into the database is acknowledged before its connection ends; with the database away its device sends it again elsewhere. */
const LAST_COMMIT_MS = 2_000
/** The other side has so long to hang up too. */
const HANG_UP_MS = 1_000

type Inner = Client & { pause: () => void }

type House = {
  sessions: Sessions
  doors: { close: () => Promise<unknown>; sayGoodbye: (withinMs: number) => Promise<void> }
  standing: { leave: () => void }
  drainSeconds: number
}

/** Waits until nobody new is sent here, closes the doors, and sends everybody away who is inside. */
export async function seeEverybodyOff({ sessions, doors, standing, drainSeconds }: House): Promise<void> {
  const { noticeMs, goodbyeMs } = drainTimes(drainSeconds)
  await wait(noticeMs)
  standing.leave()
  void doors.close()
  await Promise.all([sayGoodbye(sessions, goodbyeMs), doors.sayGoodbye(goodbyeMs)])
}

/** Sends everybody away who speaks MQTT, spread over the time. */
async function sayGoodbye(sessions: Sessions, withinMs: number): Promise<void> {
  const leaving: Promise<void>[] = []
  await inGroups(sessions.all(), withinMs, ([client, session]) => leaving.push(sendAway(client, session)))
  await Promise.all(leaving)
}

async function sendAway(client: Client, session: Session): Promise<void> {
  // Safe: aedes 1.2.0 has it and its types do not say so; a test drains a door under load.
  const { pause } = client as Inner
  pause.call(client)
  await untilSo(() => session.inFlight === 0, LAST_COMMIT_MS)
  // The acknowledgement is written in the turn after the commit.
  await new Promise(setImmediate)
  client.conn.end()
  setTimeout(() => client.close(), HANG_UP_MS).unref()
}
