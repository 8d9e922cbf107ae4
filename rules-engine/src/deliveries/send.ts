import { setMaxListeners } from 'node:events'
import { type Role, roles } from '@carewatch/contracts/roles'
import type pg from 'pg'
import type { Logger } from 'pino'
import { decide } from '../escalation/decide.ts'
import type { Working } from '@carewatch/migrations/escalation/ways'
import type { Message, Sender } from './channel.ts'
import { claim, type Delivery } from './claim.ts'
import { afterFailure, type Outcome } from './outcome.ts'
import { settle } from './settle.ts'
import { wordsOf } from './words.ts'

const AT_ONCE = 50
/** Shorter than a claim lasts: whoever hangs is given up before another may try. */
const TIMEOUT_MS = 30_000

export type Office = { db: pg.Pool; working: Working; log: Logger }

/** Sends what one channel has waiting; answers how many it took. Each channel has its own turn, so that a slow provider delays nobody else. */
export async function sendWaiting(office: Office, sender: Sender): Promise<number> {
  const waiting = await claim(office.db, sender.channel, AT_ONCE)
  await Promise.all(waiting.map((delivery) => sendOne(office, sender, delivery)))
  return waiting.length
}

async function sendOne({ db, working, log }: Office, sender: Sender, delivery: Delivery): Promise<void> {
  const outcome = await outcomeOf(sender, delivery)
  const { uuid, channel, attempts } = delivery
  if (outcome.state !== 'SENT')
    log.warn({ delivery: uuid, channel, attempts, ...outcome }, 'message not sent')
  const client = await db.connect()
  try {
    await settle(client, { delivery, outcome, working })
  } finally {
    client.release()
  }
}

async function outcomeOf(sender: Sender, delivery: Delivery): Promise<Outcome> {
  const { do: must } = decide(delivery, new Date())
  if (must !== 'tell') return { state: 'SUPPRESSED', reason: must === 'rest' ? 'over' : 'answered' }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  setMaxListeners(0, signal)
  try {
    const { providerId } = await sender.send(messageOf(delivery), signal)
    return { state: 'SENT', providerId }
  } catch (error) {
    return afterFailure(error, delivery.attempts)
  }
}

function messageOf(delivery: Delivery): Message {
  const { uuid, userId, phone, email, telegramChatId, language, kind, severity } = delivery
  const isUrgent = severity === 'CRITICAL' || kind === 'SOS' || kind === 'FALL'
  const to = { uuid, userId, phone, email, telegramChatId, language }
  return { ...to, ...wordsOf(language, delivery), path: pathFor(delivery), isUrgent }
}

const staff: readonly (Role | null)[] = roles.filter((role) => !['OWNER', 'RELATIVE', 'USER'].includes(role))

/** The alarm in the portal, where this person sees it. */
function pathFor({ role, notificationUuid }: Delivery): string {
  const area = staff.includes(role) ? 'admin' : 'user'
  return notificationUuid ? `/${area}/notifications?selected=${notificationUuid}` : `/${area}/notifications`
}
