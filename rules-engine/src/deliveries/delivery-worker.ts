import { oneAtATime } from '../one-at-a-time.ts'
import type { Sender } from './channels/channel.ts'
import { claim } from './claim.ts'
import { createProviderHealth } from './provider-health.ts'
import { type DeliveryContext, sendOne } from './send.ts'

/** How many messages one channel has on their way at once. */
const AT_ONCE = 100
/** Places that only a call for help may take: so that it never waits for what hangs. */
const KEPT_FREE = 20
const BEAT_MS = 10_000

/** One channel's way out. Whoever hangs holds its own place, and nobody else's. */
export function createDeliveryWorker(context: DeliveryContext, sender: Sender) {
  const health = createProviderHealth(sender.channel)
  const underWay = new Set<Promise<void>>()
  const pace = createPace(sender.perSecond ?? Number.POSITIVE_INFINITY)
  let name: string | null = null
  let beatAt = 0

  async function take(isUrgentOnly: boolean): Promise<number> {
    const places = AT_ONCE - underWay.size - (isUrgentOnly ? 0 : KEPT_FREE)
    const atMost = Math.min(places, pace.left())
    if (atMost <= 0) return 0
    const taken = await claim(context.db, sender.channel, { atMost, isUrgentOnly })
    pace.use(taken.length)
    for (const delivery of taken) {
      const sending: Promise<void> = sendOne(context, { sender, health }, delivery)
        // Its claim runs out, and another tries.
        .catch((err: unknown) => context.log.warn({ err }, 'will be tried again'))
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
    return taken.length
  }

  const fill = oneAtATime(async () => {
    await take(true)
    while ((await take(false)) > 0);
  })

  async function beat(): Promise<void> {
    if (Date.now() - beatAt < BEAT_MS) return
    beatAt = Date.now()
    name ??= (await sender.name?.(AbortSignal.timeout(BEAT_MS)).catch(() => null)) ?? null
    await health.beat(context.db, name)
  }

  return {
    sender,
    /** Sends what is due. Done when all of it has been settled. */
    async send(): Promise<void> {
      await fill()
      await Promise.allSettled(underWay)
    },
    beat,
  }
}
export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>

/** So many in each second of the clock. */
function createPace(perSecond: number) {
  let second = 0
  let used = 0
  return {
    left(): number {
      const now = Math.floor(Date.now() / 1_000)
      if (now !== second) used = 0
      second = now
      return perSecond - used
    },
    use: (count: number): void => void (used += count),
  }
}
