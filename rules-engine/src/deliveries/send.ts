import { setMaxListeners } from 'node:events'
import type { Channel, DeliveryReason } from '@carewatch/contracts/escalation'
import type { Working } from '@carewatch/platform/escalation/ways'
import { BrokenCircuitError } from 'cockatiel'
import type pg from 'pg'
import type { Logger } from 'pino'
import { decide } from '../escalation/decide.ts'
import { takeFromAllowance } from './allowance.ts'
import type { Message, Sender } from './channels/channel.ts'
import { type AlarmDelivery, type Delivery, isOfAlarm } from './claim.ts'
import type { ProviderHealth } from './provider-health.ts'
import { gatheredMessage, isCry, isUrgent, messageOf } from './messages.ts'
import { afterFailure, isUsedUp, type Outcome, spared } from './outcome.ts'
import { settle } from './settle.ts'
import { gather } from './storm.ts'
import { withConnection } from './with-connection.ts'

/** Longer than a slow provider takes, shorter than a claim lasts: whoever hangs is given up before another may try. */
const TIMEOUT_MS = 45_000
/** A claim that was not begun for so long is left to run out. */
const PREPARED_WITHIN_MS = 10_000
/** A message that was sent and not written down is sent again when its claim runs out. */
const SETTLED_WITHIN_MS = 50_000

export type DeliveryContext = {
  db: pg.Pool
  working: Working
  log: Logger
  onSettled?: ((channel: Channel, outcome: Outcome) => void) | undefined
}
/** A channel's sender, and what is known of how its provider is. */
export type Counter = { sender: Sender; health: ProviderHealth }

type Ready = { message: Message } | { outcome: Outcome } | null

/** Sends one message and writes down what came of it. */
export async function sendOne(
  { db, working, log, onSettled }: DeliveryContext,
  counter: Counter,
  delivery: Delivery,
): Promise<void> {
  const ready = await withConnection(db, PREPARED_WITHIN_MS, (client) =>
    prepare(client, counter.sender, delivery),
  )
  if (!ready) return
  const outcome = 'outcome' in ready ? ready.outcome : await attempt(counter, delivery, ready.message)
  const { uuid, channel, attempts } = delivery
  if (outcome.state !== 'SENT')
    log.warn({ delivery: uuid, channel, attempts, ...outcome }, 'message not sent')
  await withConnection(db, SETTLED_WITHIN_MS, (client) => settle(client, { delivery, outcome, working }))
  onSettled?.(channel, outcome)
}

/** The message to send; or what it comes to without one; or nothing, where it goes in another's. */
async function prepare(db: pg.ClientBase, sender: Sender, delivery: Delivery): Promise<Ready> {
  if (isUsedUp(delivery.attempts)) return { outcome: { state: 'FAILED', reason: 'timeout' } }
  if (!isOfAlarm(delivery)) return { message: messageOf(delivery) }
  const { do: must } = decide(delivery, new Date())
  if (must !== 'notify') return suppressed(notNow[must])
  const message = await oneOrAll(db, delivery)
  if (!message) return null
  const parts = sender.parts?.(message)
  const reason =
    parts === undefined
      ? null
      : await takeFromAllowance(db, delivery, { parts, isUrgent: isUrgent(delivery) })
  return reason ? suppressed(reason) : { message }
}

/** Why what is not to be told now is not. */
const notNow = { rest: 'over', wait: 'answered', hold: 'sameIncident' } as const
const suppressed = (reason: DeliveryReason): Ready => ({ outcome: { state: 'SUPPRESSED', reason } })

/** Nobody who calls for help is ever one of many. */
async function oneOrAll(db: pg.ClientBase, delivery: AlarmDelivery): Promise<Message | null> {
  const gathered = isCry(delivery) ? ({ do: 'alone' } as const) : await gather(db, delivery)
  if (gathered.do === 'letGo') return null
  return gathered.do === 'alone' ? messageOf(delivery) : gatheredMessage(delivery, gathered.all)
}

async function attempt({ sender, health }: Counter, delivery: Delivery, message: Message): Promise<Outcome> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  setMaxListeners(0, signal)
  try {
    const { providerId, canBeEdited = false } = await health.through(() => sender.send(message, signal))
    return { state: 'SENT', providerId, shows: canBeEdited ? 'OPEN' : null }
  } catch (error) {
    const mustReach = isOfAlarm(delivery) && isUrgent(delivery)
    if (mustReach && error instanceof BrokenCircuitError) return spared()
    return { ...afterFailure(error, delivery.attempts), isUrgent: mustReach }
  }
}
