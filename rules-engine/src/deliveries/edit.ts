import type pg from 'pg'
import type { Logger } from 'pino'
import type { Sender } from './channels/channel.ts'
import { ABOUT, type AlarmDelivery } from './claim.ts'
import { messageOf } from './messages.ts'
import { notSent } from './outcome.ts'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import { outcomeOf, textsOf } from './texts.ts'

const AT_ONCE = 20
const TIMEOUT_MS = 15_000

const STANDING = `case when a.closed_at is not null then 'OVER' when a.acknowledged_at is not null then 'TAKEN' else 'OPEN' end`

/** Who reads an old message runs for nothing: it is tried again this soon, and seldomer the longer it says something else than what is so. */
const SOONEST_MS = 5_000
const LATEST_MS = 60_000

/** At least as long as the provider asks; else the wait doubles, as all the waits before it together are as long as it. */
function againAfterMs({ closedAt, acknowledgedAt }: AlarmDelivery, retryAfterMs: number): number {
  const since = closedAt ?? acknowledgedAt
  const wrongForMs = since ? Date.now() - since.getTime() : LATEST_MS
  return Math.max(retryAfterMs, Math.min(LATEST_MS, Math.max(SOONEST_MS, wrongForMs)))
}

/** Messages that say something else than how their alarm stands; whoever takes them has a minute, and whoever is killed leaves them for then. */
const CHOOSE = `
with chosen as (
  update deliveries set next_at = now() + interval '60 seconds', updated_at = now()
  where id in (select d.id from deliveries d join alarms a on a.id = d.alarm_id
    where d.shows is not null and d.shows <> 'OVER' and d.state = 'SENT' and d.channel = $1
      and d.shows <> ${STANDING} and (d.next_at is null or d.next_at <= now())
    order by d.id limit ${AT_ONCE} for update of d skip locked)
  returning *)
${ABOUT}`

const SHOWN = 'update deliveries set shows = $2, next_at = null, updated_at = now() where id = $1'

const FAILED = `update deliveries set next_at = now() + $2 * interval '1 millisecond', updated_at = now() where id = $1`

type Desk = { db: pg.Pool; log: Logger }

/** Tells everybody who got a message that somebody took the alarm, in the message itself, and takes its buttons away. Answers how many it looked at. */
export async function editAnswered({ db, log }: Desk, sender: Sender): Promise<number> {
  const { edit } = sender
  if (!edit) return 0
  const { rows } = await db.query<AlarmDelivery>(CHOOSE, [sender.channel])
  await Promise.all(
    rows.map(async (delivery) => {
      const standing = standingOf(delivery)
      try {
        await editOne(edit, delivery)
        await db.query(SHOWN, [delivery.id, standing])
      } catch (error) {
        const { reason, isFinal, retryAfterMs } = notSent(error)
        log.warn(
          { delivery: delivery.uuid, channel: delivery.channel, reason, isFinal },
          'message not edited',
        )
        // It was deleted, or is too old to be changed.
        if (isFinal) await db.query(SHOWN, [delivery.id, 'OVER'])
        else await db.query(FAILED, [delivery.id, againAfterMs(delivery, retryAfterMs ?? 0)])
      }
    }),
  )
  return rows.length
}

const standingOf = ({ closedAt, acknowledgedAt }: AlarmDelivery) =>
  closedAt ? 'OVER' : acknowledgedAt ? 'TAKEN' : 'OPEN'

async function editOne(edit: NonNullable<Sender['edit']>, delivery: AlarmDelivery): Promise<void> {
  const { providerId } = delivery
  if (providerId === null) throw new NotSent('gone', { isFinal: true })
  const message = messageOf(delivery)
  const isOpenAgain = standingOf(delivery) === 'OPEN'
  const outcome = isOpenAgain ? textsOf(delivery, delivery).text : outcomeOf(delivery, delivery)
  const answers = isOpenAgain ? message.answers : null
  await edit({ providerId, message: { ...message, answers }, outcome }, AbortSignal.timeout(TIMEOUT_MS))
}
