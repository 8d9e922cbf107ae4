import { setTimeout as wait } from 'node:timers/promises'
import { claim } from './claim.ts'
import { mailPauses } from './mail-pauses.ts'
import { queueEvents } from './queue-events.ts'
import { queueHeartbeats } from './queue-heartbeats.ts'
import { queueReadings } from './queue-readings.ts'
import { type SendingParts, sendOne } from './send.ts'

const EVERY_MS = 500
/** How long the end of the process waits for what is on its way; another sends what it does not hear of. */
const LAST_MESSAGES_MS = 2_000
/** So many on their way from this process at once, whatever waits. */
const AT_ONCE = 100

/**
 * Tells the webhooks what happened. Messages and their times are rows, so that any number of these may run and any may be killed; whatever hangs
 * holds its own place, of which each receiver has few.
 */
export function followWebhooks(parts: SendingParts) {
  const { pool, log } = parts
  const underWay = new Set<Promise<void>>()
  const busy = new Map<number, number>()
  let looking: Promise<void> | undefined
  let isClosing = false

  const count = (webhookId: number, more: number): void => {
    const now = (busy.get(webhookId) ?? 0) + more
    if (now > 0) busy.set(webhookId, now)
    else busy.delete(webhookId)
  }

  async function fill(): Promise<number> {
    const atMost = AT_ONCE - underWay.size
    if (atMost <= 0 || isClosing) return 0
    const taken = await claim(pool, { busy, atMost })
    for (const claimed of taken) {
      count(claimed.webhookId, 1)
      const sending: Promise<void> = sendOne(parts, claimed)
        // Its claim runs out, and it is sent again.
        .catch((err: unknown) => log.warn({ err }, 'a webhook will be tried again'))
        .finally(() => {
          count(claimed.webhookId, -1)
          underWay.delete(sending)
          // Its place is free, and the next of its incident may go.
          if (!isClosing) tick()
        })
      underWay.add(sending)
    }
    return taken.length
  }

  async function look(): Promise<void> {
    while ((await queueEvents(pool)) > 0 && !isClosing);
    while ((await fill()) > 0);
    await queueHeartbeats(pool)
    // Apart from what happened: no alarm waits for readings, or is lost with them.
    await queueReadings(pool).catch((err: unknown) => log.warn({ err }, 'readings wait'))
    while ((await fill()) > 0);
    await mailPauses(parts)
  }

  let isAgain = false
  function tick(): void {
    isAgain = looking !== undefined
    looking ??= look()
      .catch((err: unknown) => log.warn({ err }, 'webhooks wait'))
      .finally(() => {
        looking = undefined
        if (isAgain && !isClosing) tick()
      })
  }
  const regularly = setInterval(tick, EVERY_MS)

  return {
    wake: tick,
    close: async (): Promise<void> => {
      isClosing = true
      clearInterval(regularly)
      await looking
      await Promise.race([Promise.allSettled(underWay), wait(LAST_MESSAGES_MS, undefined, { ref: false })])
    },
  }
}
