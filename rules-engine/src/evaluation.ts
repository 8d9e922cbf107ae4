import type pg from 'pg'
import type { DeviceCache } from './profiles/device-cache.ts'
import type { TraceAlarms } from './alarms/trace-alarms.ts'
import { evaluateClock } from './schedule/evaluate-clock.ts'
import type { LeaderConnection } from './evaluate/leader-connection.ts'
import type { Evaluated } from './metrics.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { evaluatePending, evaluatePoisonBatches, type OnDeadLetter } from './evaluate/evaluate-pending.ts'
import { createRuleMemory, type RuleMemory } from './evaluate/rule-memory.ts'
import type { RoomContext } from './rooms/evaluate-room-facts.ts'
import type { PresenceDecision } from './presences/decide-presences.ts'
import { recallLate, evaluateLate } from './late/evaluate-late.ts'
import { createRoomPublisher } from './rooms/publish-rooms.ts'
import { endedRehearsals } from './schedule/ended-rehearsals.ts'
import type { Publish } from './alarms/publish.ts'

const BATCHES_AT_ONCE = 64
const URGENT_AT_ONCE = 256
/** What must be evaluated alone and cannot be is tried again so often. */
const POISON_EVERY_MS = 5_000
/** What came late is looked at so often, and readings of now wait for it no longer than this. */
const STORIES_EVERY_MS = 1_000
const STORIES_WITHIN_MS = 300
const RECALL_EVERY_MS = 60_000

export type EvaluationOptions = {
  leader: LeaderConnection
  pool: pg.Pool
  deviceCache: DeviceCache
  memory: RuleMemory
  rooms: RoomContext
  presenceDecision: PresenceDecision
  publish: Publish
  onDeadLetter: OnDeadLetter
  onHeld: OnDeadLetter
  onEvaluated: (evaluated: Evaluated) => void
  /** It failed, and may be committed all the same. */
  onUnsure: () => void
  trace: TraceAlarms | undefined
}

/** The three occasions to evaluate: readings came, somebody called for help, the clock struck. */
export function createEvaluation(options: EvaluationOptions) {
  const { leader, pool, deviceCache, memory, rooms, presenceDecision, publish } = options
  const { onDeadLetter, onHeld, onEvaluated, onUnsure, trace } = options
  const shared = { deviceCache, publish, onEvaluated, trace }
  let isClockDue = false
  let areRoomsDue = false
  const publishRooms = createRoomPublisher(publish)
  const readings = { isUrgent: false, atOnce: BATCHES_AT_ONCE, onDeadLetter, onHeld }
  const isPoisonDue = onceIn(POISON_EVERY_MS)
  const isStoryDue = onceIn(STORIES_EVERY_MS)
  const isRecallDue = onceIn(RECALL_EVERY_MS)

  const evaluateAsLeader = async (): Promise<void> => {
    const db = await leader.acquire()
    if (!db) return
    const context = { ...shared, db, memory, rooms }
    // In the order in which it was measured.
    if (isPoisonDue()) await evaluatePoisonBatches(context, readings)
    await evaluatePending(context, readings)
    if (isRecallDue()) await recallLate(db, memory)
    if (isStoryDue()) await evaluateLate(context, Date.now(), STORIES_WITHIN_MS)
    if (isClockDue) {
      isClockDue = false
      await evaluateClock(context, new Date())
      await endedRehearsals(context)
    }
    if (areRoomsDue) {
      areRoomsDue = false
      await presenceDecision.decide(context, Date.now())
    }
    await publishRooms(db, rooms.changed, Date.now())
  }
  /** What is cached may be why: somebody may have deleted it without our receiving the notification. */
  const onFailed = (): void => {
    onUnsure()
    deviceCache.forgetAll()
    rooms.profiles.forgetAll()
  }
  // Readings and clock share the leader's connection, so they run one after the other.
  const evaluateReadings = oneAtATime(orElse(evaluateAsLeader, onFailed))

  return {
    evaluateReadings,
    evaluateUrgent: createUrgentEvaluation({ ...shared, pool, onDeadLetter, onHeld, onUnsure }),
    watchClock: (): Promise<void> => {
      isClockDue = true
      return evaluateReadings()
    },
    decidePresences: (): Promise<void> => {
      areRoomsDue = true
      return evaluateReadings()
    },
  }
}

type UrgentOptions = Omit<EvaluationOptions, 'leader' | 'memory' | 'rooms' | 'presenceDecision'>

/** An SOS needs no memory of earlier facts, so any engine may evaluate it, on any connection, at any time. */
function createUrgentEvaluation({
  pool,
  onDeadLetter,
  onHeld,
  onUnsure,
  ...known
}: UrgentOptions): () => Promise<void> {
  const urgent = { isUrgent: true, atOnce: URGENT_AT_ONCE, onDeadLetter, onHeld }
  const isPoisonDue = onceIn(POISON_EVERY_MS)
  const evaluateUrgent = async (): Promise<void> => {
    const db = await pool.connect()
    const context = { ...known, db, memory: createRuleMemory() }
    try {
      await evaluatePending(context, urgent)
      // Last: one of them may end this engine too.
      if (isPoisonDue()) await evaluatePoisonBatches(context, urgent)
    } finally {
      db.release()
    }
  }
  return oneAtATime(orElse(evaluateUrgent, onUnsure))
}

const orElse = (work: () => Promise<void>, onFailed: () => void) => (): Promise<void> =>
  work().catch((error: unknown) => {
    onFailed()
    throw error
  })

/** Says yes at first, and then once in so long. */
function onceIn(ms: number): () => boolean {
  let next = 0
  return () => {
    if (Date.now() < next) return false
    next = Date.now() + ms
    return true
  }
}
