import type { Severity } from '@carewatch/contracts/alarms'
import { type Chain, type ChainPlace, nextPlace } from '@carewatch/contracts/escalation'
import { isLostConnection } from '@carewatch/platform/database/lost-connections'
import type pg from 'pg'
import { type NewDelivery, queueDeliveries } from './queue.ts'
import { transaction } from '../transaction.ts'
import { decide, IS_HELD_BACK, type Standing } from './decide.ts'
import { administratorsOf, type Recipient, recipientsOf } from '@carewatch/platform/escalation/recipients'
import { firstWays, waysTo, type Working } from '@carewatch/platform/escalation/ways'

const AT_ONCE = 200

const COLUMNS = `
select e.alarm_id as "alarmId", e.chain, e.run, e.round, e.step, e.due_at as "dueAt", e.ahead_ms as "aheadMs", a.severity, a.active, (a.late and a.cleared_at <= a.created_at) is true as "wasOver",
  a.acknowledged_at as "acknowledgedAt", a.snoozed_until as "snoozedUntil", a.closed_at as "closedAt", ${IS_HELD_BACK} as "isHeldBack"
from escalations e join alarms a on a.id = e.alarm_id`
const DUE = `${COLUMNS} where e.due_at <= now() order by e.due_at limit $1 for update of e skip locked`
const DUE_IDS = 'select alarm_id as id from escalations where due_at <= now() order by due_at limit $1'
const DUE_ONE = `${COLUMNS} where e.alarm_id = $1 and e.due_at <= now() for update of e skip locked`

const STUCK_SECONDS = 10
const STUCK = `
update escalations set due_at = now() + interval '${STUCK_SECONDS} seconds', updated_at = now() where alarm_id = $1 and due_at <= now()`
const MOVE = `
update escalations set round = $2, step = $3, due_at = $4, ahead_ms = $5, updated_at = now() where alarm_id = $1`
const REST = 'update escalations set due_at = $2, updated_at = now() where alarm_id = $1'
/** Looked at again: an answer that was taken back since it was read holds nothing. */
const WAIT = `${REST}
  and exists (select from alarms where id = $1 and (acknowledged_at is not null or snoozed_until > now()))`

type Due = Standing &
  ChainPlace & { alarmId: number; chain: Chain; run: number; severity: Severity; aheadMs: number }

type OnStuck = (error: unknown, alarmId: number) => void
type Listeners = {
  onStuck?: OnStuck
  /** The next step of these alarms comes at another time than screens know: of the first, which is taken at once, they know already. */
  onMoved?: (alarmIds: number[]) => void
}

/**
 * Queues the messages of every step that is due and moves its chain on, in one transaction: no step is lost and none is queued twice. Where one cannot
 * be queued each goes by itself, and that one is tried again later. Answers how many it looked at.
 */
export async function advance(
  db: pg.ClientBase,
  working: Working,
  { onStuck = () => {}, onMoved = () => {} }: Listeners = {},
): Promise<number> {
  try {
    const due = await transaction(db, async () => {
      const { rows } = await db.query<Due>(DUE, [AT_ONCE])
      await runSteps(db, rows, working)
      return rows
    })
    onMoved(due.filter(isMovedUnseen).map(({ alarmId }) => alarmId))
    return due.length
  } catch (error) {
    if (isLostConnection(error)) throw error
    return await eachByItself(db, working, onStuck)
  }
}

const isMovedUnseen = ({ round, step }: Due): boolean => round > 0 || step > 0

async function eachByItself(db: pg.ClientBase, working: Working, onStuck: OnStuck): Promise<number> {
  const { rows } = await db.query<{ id: number }>(DUE_IDS, [AT_ONCE])
  for (const { id } of rows) {
    try {
      await transaction(db, async () => runSteps(db, (await db.query<Due>(DUE_ONE, [id])).rows, working))
    } catch (error) {
      if (isLostConnection(error)) throw error
      await db.query(STUCK, [id])
      onStuck(error, id)
    }
  }
  return rows.length
}

async function runSteps(db: pg.ClientBase, all: readonly Due[], working: Working): Promise<void> {
  const now = new Date()
  for (const due of all) {
    const decision = decide(due, now)
    if (decision.do === 'notify') await notifyStep(db, due, working)
    else if (decision.do === 'wait') await db.query(WAIT, [due.alarmId, decision.until])
    else await db.query(REST, [due.alarmId, null])
  }
}

async function notifyStep(db: pg.ClientBase, due: Due, working: Working): Promise<void> {
  const { alarmId, chain } = due
  const deliveries = await deliveriesOf(db, due, working)
  await queueDeliveries(db, due, deliveries)
  const next = nextPlace(chain, due)
  if (!next) return void (await db.query(REST, [alarmId, null]))
  const { dueAt, aheadMs } = timeOf(due, next, deliveries.length > 0)
  await db.query(MOVE, [alarmId, next.round, next.step, dueAt, aheadMs])
}

/** What a step sends. Where nobody of an inactive company or branch is reached but by a screen, which they cannot sign in to, administrators are. */
async function deliveriesOf(db: pg.ClientBase, due: Due, working: Working): Promise<NewDelivery[]> {
  const step = due.chain.steps[due.step]
  if (!step) return []
  const toThem = (people: readonly Recipient[]) =>
    people.flatMap((who) => deliveriesFor(due, who, waysTo(who, step.channels, working)))
  const deliveries = toThem(await recipientsOf(db, due.alarmId, step.who))
  const isReached = deliveries.some(({ channel }) => channel !== 'IN_APP')
  if (isReached || mayWait(due.severity)) return deliveries
  return [...deliveries, ...toThem(await administratorsOf(db, due.alarmId))]
}

/** Where nobody can be told, the next step need not wait for an answer; the next round is not the sooner for it. */
function timeOf(due: Due, next: ChainPlace, isNotified: boolean): { dueAt: Date; aheadMs: number } {
  if (next.round > due.round) return { dueAt: new Date(next.dueAt.getTime() + due.aheadMs), aheadMs: 0 }
  if (isNotified) return { dueAt: next.dueAt, aheadMs: due.aheadMs }
  return { dueAt: due.dueAt, aheadMs: due.aheadMs + next.dueAt.getTime() - due.dueAt.getTime() }
}

/** Nobody is woken for what can wait until the morning. */
const mayWait = (severity: Severity): boolean => severity === 'LOW' || severity === 'MEDIUM'

function deliveriesFor({ severity }: Due, who: Recipient, ways: ReturnType<typeof waysTo>): NewDelivery[] {
  const { userId, relativeId, quietUntil } = who
  const sendAt = mayWait(severity) ? quietUntil : null
  return firstWays(ways).map((channel) => ({ userId, relativeId, channel, sendAt }))
}
