import { isGraver, type Severity } from '@carewatch/contracts/alarms'
import { OPEN_SCORE } from '@carewatch/contracts/rules/deterioration'
import { calm } from '@carewatch/contracts/rules/rule'
import type pg from 'pg'
import { openStory } from '../alarms/story.ts'
import { clear } from '../alarms/clear.ts'
import type { Outcome } from '../alarms/change.ts'
import { alarmEvents, publishAll } from '../alarms/publish.ts'
import { trigger } from '../alarms/trigger.ts'
import { type EvaluationContext, withRuleMemory } from '../evaluate/evaluate-batches.ts'
import type { RuleMemory } from '../evaluate/rule-memory.ts'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import { type Episode, episodesOf } from './episodes.ts'
import { isSettled } from '../evaluate/late-spans.ts'

/** What ended longer ago is told as something to look at in the morning. */
const RECENT_MS = 3_600_000
const UNKNOWN_MS = 6 * 3_600_000

/** After a restart what waited is found again. */
const WAITING = `
select device_id as id, state from rule_states where kind = 'LATE' and state ? 'from' and updated_at >= evaluated_since(device_id)`

/** Alarms of that time, by when they were told of. */
const KNOWN = `
select id, severity, active, late, closed_at as "closedAt", date_part('epoch', opened_at) * 1000 as "openedAt",
  date_part('epoch', coalesce(cleared_at, closed_at)) * 1000 as "endedAt"
from alarms where device_id = $1 and kind = $2 and direction = $3 and not rehearsal and opened_at <= $5
  and coalesce(cleared_at, closed_at, 'infinity') >= $4 and wearer_id is not distinct from alarm_wearer($1, $4)
order by id desc`

type Known = { severity: Severity; active: boolean; late: boolean; closedAt: Date | null }
type Context = Pick<EvaluationContext, 'db' | 'deviceCache' | 'memory' | 'rooms' | 'publish'>

/** Puts what waited before a restart, or was noted by another engine, into memory. */
export async function recallLate(db: pg.ClientBase, memory: RuleMemory): Promise<void> {
  const { rows } = await db.query<{ id: number; state: Record<string, unknown> }>(WAITING)
  await memory.load(
    db,
    rows.map(({ id }) => id),
  )
  // Also of a watch that is known: its readings may have come with a call for help, which any engine evaluates.
  for (const { id, state } of rows) memory.late.recall(id, state)
}

/**
 * Tells what came late as a story, once all of it is there: each episode is an alarm of its own, marked late, unless one tells of it already. What lasts
 * or has just ended is as grave as it would have been, the rest is something to look at. Answers whether more waits.
 */
export async function evaluateLate(
  { deviceCache, ...context }: Context,
  now: number,
  withinMs: number,
): Promise<boolean> {
  const { db, memory, rooms, publish } = context
  const until = performance.now() + withinMs
  for (const [id, span] of memory.late.all()) {
    if (!isSettled(span, now)) continue
    if (performance.now() > until) return true
    const events = await withRuleMemory({ db, memory, rooms }, async () => {
      const profile = (await deviceCache.load(db, [id])).get(id)
      memory.late.forget(id)
      if (!profile) return []
      memory.ofWearer(profile)
      const outcomes: Outcome[] = []
      for (const episode of await episodesOf(db, profile, span)) {
        const outcome = await report({ db, memory, profile, now }, episode)
        if (outcome) outcomes.push(outcome)
      }
      return alarmEvents(db, outcomes)
    })
    publishAll(events, publish)
  }
  return false
}

/** When it ended; null: it lasts, as far as is known. Of whoever was measured no more for so long nobody knows that. */
function endOf({ clearedAt, lastAt }: Episode, now: number): number | null {
  return (clearedAt ?? now) - lastAt > UNKNOWN_MS ? lastAt : clearedAt
}

type Reporting = { db: pg.ClientBase; memory: RuleMemory; profile: DeviceProfile; now: number }

async function report(reporting: Reporting, episode: Episode): Promise<Outcome | undefined> {
  const { db, profile, now } = reporting
  const { kind, direction, openedAt } = episode
  const clearedAt = endOf(episode, now)
  const isRecent = clearedAt === null || clearedAt >= now - RECENT_MS
  const severity = isRecent ? episode.severity : 'MEDIUM'
  const [from, to] = [new Date(openedAt), new Date(clearedAt ?? now)]
  const { rows } = await db.query<Known>(KNOWN, [profile.id, kind, direction, from, to])
  const known = rows.find(({ active, late }) => active && late)
  const isTold = rows.some((one) => !isGraver(severity, one.severity))
  if (isTold) return known ? endIfOver(reporting, known, { ...episode, clearedAt }) : undefined
  const wanted = {
    deviceId: profile.id,
    kind,
    direction,
    severity,
    metric: episode.metric,
    value: episode.value,
  }
  const isOpen = rows.some(({ closedAt: closed, active }) => closed === null && active)
  if (clearedAt !== null && !isOpen) return openStory(db, profile, { ...wanted, from, to })
  remember(reporting, { ...episode, clearedAt })
  return trigger(db, { profile, change: { ...wanted, change: 'trigger', isLate: true, at: from } })
}

/** More of it came: what was told as lasting has ended. */
async function endIfOver(
  reporting: Reporting,
  { active, late, closedAt }: Known,
  { kind, direction, clearedAt }: Episode,
): Promise<Outcome | undefined> {
  if (clearedAt === null || !active || !late || closedAt !== null) return undefined
  const { db, memory, profile } = reporting
  const { state, flaps } = memory.of(profile.id, kind)
  const rest =
    kind === 'DETERIORATION' ? [] : Object.entries(state).filter(([key]) => !key.startsWith(`${direction}:`))
  memory.set(profile.id, kind, { state: Object.fromEntries(rest), flaps })
  return clear(db, { change: 'clear', deviceId: profile.id, kind, direction, at: new Date(clearedAt) })
}

/** The rule ends what it did not open. */
function remember(
  { memory, profile }: Reporting,
  { kind, direction, metric, severity, openedAt, clearedAt }: Episode,
): void {
  if (clearedAt !== null) return
  const { state, flaps } = memory.of(profile.id, kind)
  const key = metric === null ? OPEN_SCORE : `${direction}:${metric}`
  const side = { ...calm, at: openedAt, ...state[key], open: severity }
  memory.set(profile.id, kind, { state: { ...state, [key]: side }, flaps })
}
