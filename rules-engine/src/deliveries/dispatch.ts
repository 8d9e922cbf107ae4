import { setTimeout as wait } from 'node:timers/promises'
import type { Channel } from '@carewatch/contracts/escalation'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Sender } from './channels/channel.ts'
import { editAnswered } from './edit.ts'
import { createDeliveryWorker } from './delivery-worker.ts'
import type { Outcome } from './outcome.ts'
import type { Publish } from '../alarms/publish.ts'
import { publishStanding } from '../alarms/republish.ts'
import { advance } from '../escalation/advance.ts'
import { oneAtATime } from '../one-at-a-time.ts'

/** How long the end of the process waits for messages on their way; the next engine sends the others. */
const LAST_DELIVERIES_MS = 2_000

type Options = {
  db: pg.Pool
  senders: readonly Sender[]
  log: Logger
  onSettled: (channel: Channel, outcome: Outcome) => void
  /** To the screens: when the next step of an alarm comes. */
  publish?: Publish
}

/** Walks the chains of open alarms and sends what they say. Timers and messages are rows, so any number of these may run and any may be killed. */
export function createDispatch({ db, senders, log, onSettled, publish = () => {} }: Options) {
  const working = new Set<Channel>(['IN_APP', ...senders.map(({ channel }) => channel)])
  const workers = senders.map((sender) => createDeliveryWorker({ db, working, log, onSettled }, sender))
  const onError = (error: unknown): void => log.warn({ err: error }, 'will be tried again')
  const onStuck = (err: unknown, alarmId: number): void =>
    log.error({ err, alarmId }, 'a step could not be queued and will be tried again')
  const running = new Set<Promise<void>>()
  const start = (work: () => Promise<void>): void => {
    const run: Promise<void> = work()
      .catch(onError)
      .finally(() => running.delete(run))
    running.add(run)
  }

  const edits = workers.map(({ sender }) =>
    oneAtATime(() => untilNothing(() => editAnswered({ db, log }, sender))),
  )
  const listeners: (() => Promise<void>)[] = []
  const moved = oneAtATime(async () => {
    for (const listener of listeners) await listener()
  })
  // Beside what runs: whoever ends does not wait for it.
  const setNext = (): void => void moved().catch(onError)
  const walk = oneAtATime(async () => {
    const client = await db.connect()
    try {
      await untilNothing(async () => {
        let moved: number[] = []
        const count = await advance(client, working, { onStuck, onMoved: (alarmIds) => (moved = alarmIds) })
        await publishStanding(client, publish, moved)
        return count
      })
    } finally {
      client.release()
    }
    setNext()
    for (const worker of workers) start(() => worker.send().then(setNext))
    for (const edit of edits) start(edit)
  })
  const beat = oneAtATime(async () => {
    for (const worker of workers) await worker.beat()
  })

  return {
    /** Something may be due at another moment than before. */
    onMoved: (listener: () => Promise<void>): void => void listeners.push(listener),
    wake(): void {
      start(walk)
      start(beat)
    },
    async close(): Promise<void> {
      await Promise.race([Promise.allSettled(running), wait(LAST_DELIVERIES_MS, undefined, { ref: false })])
      for (const { sender } of workers) sender.close?.()
    },
  }
}

export type Dispatch = ReturnType<typeof createDispatch>

async function untilNothing(work: () => Promise<number>): Promise<void> {
  while ((await work()) > 0);
}
