import { setTimeout as wait } from 'node:timers/promises'
import type { Watch } from './fixture.ts'

const TICK_MS = 20

/** Readings without pause, each known by device and time; `acknowledged` is what the broker promised. */
export function startLoad(watches: readonly Watch[], perSecond: number) {
  const acknowledged = new Set<string>()
  const unanswered = new Set<string>()
  const lastTime = new Map<number, number>()
  let due = 0
  let turn = 0
  let sent = 0

  function send({ device, connection }: Watch): void {
    const time = Math.max(Date.now(), (lastTime.get(device.id) ?? 0) + 1)
    lastTime.set(device.id, time)
    const key = `${device.id}:${time}`
    unanswered.add(key)
    sent++
    const body = JSON.stringify({ time, heartRate: 60 + (time % 30) })
    void connection.publish(`watch/${device.imei}/readings`, body).then(() => {
      unanswered.delete(key)
      acknowledged.add(key)
    })
  }

  const timer = setInterval(() => {
    for (due += (perSecond * TICK_MS) / 1_000; due >= 1; due--) {
      const watch = watches[turn++ % watches.length]
      if (watch) send(watch)
    }
  }, TICK_MS)

  return {
    acknowledged,
    sent: () => sent,
    /** Ends the load and gives what is unanswered this long; answers how many stayed so. */
    finish: async (withinMs: number): Promise<number> => {
      clearInterval(timer)
      const until = performance.now() + withinMs
      while (unanswered.size > 0 && performance.now() < until) await wait(20)
      return unanswered.size
    },
  }
}
export type Load = ReturnType<typeof startLoad>

export const callForHelp = ({ device, connection }: Watch): Promise<void> =>
  connection.publish(`watch/${device.imei}/event`, JSON.stringify({ time: Date.now(), type: 'SOS' }))
