import type pg from 'pg'
import { applyChanges } from '../alarms/apply.ts'
import { applyRoomChanges } from '../alarms/room.ts'
import type { AlarmChange } from '../alarms/change.ts'
import type { DeviceCache } from '../profiles/device-cache.ts'
import { checkIns } from './check-ins.ts'
import { followFences } from './fences/operation-mode.ts'
import { factsOf, type PendingEvaluation } from './facts.ts'
import { evaluateFacts } from './evaluate-fact.ts'
import type { TraceAlarms } from '../alarms/trace-alarms.ts'
import type { Evaluated } from '../metrics.ts'
import { createRoomContext, evaluateRoomFacts, type RoomContext } from '../rooms/evaluate-room-facts.ts'
import type { RuleMemory } from './rule-memory.ts'
import { measureAgain } from './measure-again.ts'
import { type OutgoingEvent, alarmEvents, type Publish, publishAll } from '../alarms/publish.ts'
import { transaction } from '../transaction.ts'

/** Tried so often a batch is evaluated alone (`poison-batches.ts`). */
export const POISON_TRIES = 3

const BATCH = 'id, readings, stored, events, positions, room_facts as "roomFacts", unproven'
/** Takes batches and evaluates them in one transaction: a batch is gone exactly when its alarms are there. */
const TAKE = `
delete from pending_evaluations where id in (
  select id from pending_evaluations where urgent = $1 and tries < ${POISON_TRIES} order by id limit $2 for update skip locked)
returning ${BATCH}`
const TAKE_ONE = `delete from pending_evaluations where id = $1 returning ${BATCH}`

export type EvaluationContext = {
  db: pg.ClientBase
  deviceCache: DeviceCache
  memory: RuleMemory
  /** Left out: what is known of rooms is read for each batch. */
  rooms?: RoomContext | undefined
  publish: Publish
  onEvaluated?: ((evaluated: Evaluated) => void) | undefined
  trace?: TraceAlarms | undefined
}

/** What the rules remember is true exactly when what they said is committed. */
export async function withRuleMemory<T>(
  { db, memory, rooms }: Pick<EvaluationContext, 'db' | 'memory' | 'rooms'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await transaction(db, async () => {
      const result = await work()
      await memory.save(db)
      await rooms?.memory.save(db)
      return result
    })
  } catch (error) {
    memory.forgetAll()
    rooms?.memory.forgetAll()
    throw error
  }
}

/** Evaluates what waits, oldest first; answers how many batches it took. */
export const evaluateBatches = (
  context: EvaluationContext,
  isUrgent: boolean,
  atMost: number,
): Promise<number> =>
  // Not named: planned while little waits it would read all of a backlog each time.
  evaluateTaken(context, isUrgent, (db) => db.query<PendingEvaluation>(TAKE, [isUrgent, atMost]))

/** Evaluates one batch, if it still waits. */
export const evaluateOne = (context: EvaluationContext, isUrgent: boolean, id: string): Promise<number> =>
  evaluateTaken(context, isUrgent, (db) => db.query<PendingEvaluation>(TAKE_ONE, [id]))

async function evaluateTaken(
  { db, deviceCache, memory, publish, rooms = createRoomContext(), onEvaluated, trace }: EvaluationContext,
  isUrgent: boolean,
  take: (db: pg.ClientBase) => Promise<pg.QueryResult<PendingEvaluation>>,
): Promise<number> {
  const began = performance.now()
  let receivedAt = Number.POSITIVE_INFINITY
  let events: readonly OutgoingEvent[] = []
  const taken = await withRuleMemory({ db, memory, rooms }, async () => {
    const { rows } = await take(db)
    rows.sort((one, other) => Number(one.id) - Number(other.id))
    const facts = rows.flatMap((row) => [...factsOf(row)])
    receivedAt = facts.reduce((oldest, fact) => Math.min(oldest, fact.receivedAt), receivedAt)
    const ids = new Set(facts.map(({ deviceId }) => deviceId))
    const profiles = await deviceCache.load(db, ids)
    await memory.load(db, ids)
    for (const profile of profiles.values()) memory.ofWearer(profile)

    const changes = evaluateFacts(facts, profiles, memory)
    const ofWatches = await applyChanges(db, profiles, merged(changes))
    const inRooms = rows.flatMap(({ roomFacts }) => roomFacts ?? [])
    const ofRooms = await applyRoomChanges(db, await evaluateRoomFacts(db, rooms, inRooms))
    await followFences(db, changes)
    await checkIns(db, facts)
    await measureAgain(db, profiles, memory.unconfirmed)
    events = await alarmEvents(db, [...ofWatches, ...ofRooms])
    return rows.length
  })
  if (taken > 0)
    onEvaluated?.({
      isUrgent,
      batches: taken,
      seconds: (performance.now() - began) / 1_000,
      lagSeconds: Math.max(0, (Date.now() - Math.min(receivedAt, Date.now())) / 1_000),
    })
  publishAll(events, publish)
  trace?.(events, Date.now() - (performance.now() - began))
  return taken
}

/** A backlog may trigger the same alarm hundreds of times: the last trigger of an unbroken row stands for its row. */
export function merged(changes: readonly AlarmChange[]): AlarmChange[] {
  const kept: AlarmChange[] = []
  const last = new Map<string, number>()
  for (const change of changes) {
    const key = `${change.deviceId}:${change.kind}:${change.direction}`
    const index = last.get(key)
    const before = index === undefined ? undefined : kept[index]
    if (index !== undefined && before && isRepeat(before, change)) kept[index] = change
    else last.set(key, kept.push(change) - 1)
  }
  return kept
}

/** An event is a person's act: each counts. A vital's repeat only keeps it going. */
const isRepeat = (before: AlarmChange, change: AlarmChange): boolean =>
  before.change === 'trigger' &&
  change.change === 'trigger' &&
  change.metric !== null &&
  before.severity === change.severity &&
  before.isLate === change.isLate
