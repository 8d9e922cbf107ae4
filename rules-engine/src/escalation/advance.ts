import type { Severity } from '@carewatch/contracts/alarms'
import { type Chain, type ChainPlace, nextPlace, type RecipientGroup } from '@carewatch/contracts/escalation'
import { isLostConnection } from '@carewatch/platform/database/lost-connections'
import type pg from 'pg'
import { type StepDeliveries, type NewDelivery, queueDeliveries } from './queue.ts'
import { transaction } from '../transaction.ts'
import { decide, IS_HELD_BACK, type Standing } from './decide.ts'
import {
  administratorsOfAll,
  type Recipient,
  recipientsOfAll,
} from '@carewatch/platform/escalation/recipients'
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
update escalations e set round = one.round, step = one.step, due_at = one.due_at, ahead_ms = one.ahead_ms, updated_at = now()
from jsonb_to_recordset($1) as one (alarm_id int4, round int4, step int4, due_at timestamptz, ahead_ms int4) where e.alarm_id = one.alarm_id`
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
  const notified: Due[] = []
  for (const due of all) {
    const decision = decide(due, now)
    if (decision.do === 'notify') notified.push(due)
    else if (decision.do === 'wait') await db.query(WAIT, [due.alarmId, decision.until])
    else await db.query(REST, [due.alarmId, null])
  }
  await notifySteps(db, notified, working)
}

/** In one turn to the database for all of them, but one for each group of people that is meant. */
async function notifySteps(db: pg.ClientBase, all: readonly Due[], working: Working): Promise<void> {
  const steps = await stepsOf(db, all, working)
  await queueDeliveries(db, steps)
  const moved: object[] = []
  for (const { place: due, deliveries } of steps) {
    const next = nextPlace(due.chain, due)
    if (!next) await db.query(REST, [due.alarmId, null])
    else moved.push(moveTo(due, next, timeOf(due, next, deliveries.length > 0)))
  }
  if (moved.length > 0) await db.query({ name: 'move-chains', text: MOVE, values: [JSON.stringify(moved)] })
}

const moveTo = ({ alarmId }: Due, { round, step }: ChainPlace, { dueAt, aheadMs }: Time) => ({
  alarm_id: alarmId,
  round,
  step,
  due_at: dueAt,
  ahead_ms: aheadMs,
})

type DueStep = StepDeliveries & { place: Due }

/** What each step sends. Where nobody of an inactive company or branch is reached but by a screen, which they cannot sign in to, administrators are. */
async function stepsOf(db: pg.ClientBase, all: readonly Due[], working: Working): Promise<DueStep[]> {
  const meant = await meantBy(db, all)
  const toThem = (due: Due, people: readonly Recipient[] = []) =>
    people.flatMap((who) =>
      deliveriesFor(due, who, waysTo(who, due.chain.steps[due.step]?.channels ?? [], working)),
    )
  const steps = all.map((due) => ({ place: due, deliveries: toThem(due, meant.get(due.alarmId)) }))
  const unreached = steps.filter(isUnreached).map(({ place }) => place.alarmId)
  const administrators = await administratorsOfAll(db, unreached)
  return steps.map(({ place, deliveries }) => ({
    place,
    deliveries: [...deliveries, ...toThem(place, administrators.get(place.alarmId))],
  }))
}

const isUnreached = ({ place: { chain, step, severity }, deliveries }: DueStep): boolean =>
  chain.steps[step] !== undefined &&
  !mayWait(severity) &&
  deliveries.every(({ channel }) => channel === 'IN_APP')

/** Whom the steps mean, by alarm. */
async function meantBy(db: pg.ClientBase, all: readonly Due[]): Promise<Map<number, Recipient[]>> {
  const byGroups = Map.groupBy(all, ({ chain, step }) => JSON.stringify(chain.steps[step]?.who ?? []))
  const meant = new Map<number, Recipient[]>()
  for (const [groups, dues] of byGroups) {
    const who: RecipientGroup[] = JSON.parse(groups)
    const people = await recipientsOfAll(
      db,
      dues.map(({ alarmId }) => alarmId),
      who,
    )
    for (const [alarmId, each] of people) meant.set(alarmId, each)
  }
  return meant
}

type Time = { dueAt: Date; aheadMs: number }

/** Where nobody can be told, the next step need not wait for an answer; the next round is not the sooner for it. */
function timeOf(due: Due, next: ChainPlace, isNotified: boolean): Time {
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
