import type pg from 'pg'
import type { DeviceBook } from './device-cache.ts'
import type { FollowAlarms } from '../alarms/trace-alarms.ts'
import { judgeClock } from './evaluate-clock.ts'
import type { JudgeConnection } from './leader-connection.ts'
import type { Judged } from '../metrics.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { judgeAllOf, judgeSuspects, type OnQuarantine } from './evaluate-pending.ts'
import { createRuleMemory, type RuleMemory } from './rule-memory.ts'
import type { RoomCourt } from '../rooms/evaluate-room-facts.ts'
import type { RoomJudge } from '../rooms/decide-presences.ts'
import { createRoomNews } from '../rooms/publish-rooms.ts'
import { endedRehearsals } from '../schedule/ended-rehearsals.ts'
import { housekeeping } from '../schedule/housekeeping.ts'
import type { Tell } from '../alarms/publish.ts'

const BATCHES_AT_ONCE = 64
const URGENT_AT_ONCE = 256
/** What must be judged alone and cannot be is tried again so often. */
const SUSPECTS_EVERY_MS = 5_000

export type JudgingOptions = {
  judge: JudgeConnection
  pool: pg.Pool
  book: DeviceBook
  memory: RuleMemory
  rooms: RoomCourt
  roomJudge: RoomJudge
  tell: Tell
  onQuarantine: OnQuarantine
  onHeld: OnQuarantine
  onJudged: (judged: Judged) => void
  /** It failed, and may be committed all the same. */
  onUnsure: () => void
  follow: FollowAlarms | undefined
}

/** The three occasions to judge: readings came, somebody cried for help, the clock struck. */
export function createJudging({
  judge,
  pool,
  book,
  memory,
  rooms,
  roomJudge,
  tell,
  onQuarantine,
  onHeld,
  onJudged,
  onUnsure,
  follow,
}: JudgingOptions) {
  let isClockDue = false
  let areRoomsDue = false
  const tellRooms = createRoomNews(tell)
  const readings = { isUrgent: false, atOnce: BATCHES_AT_ONCE, onQuarantine, onHeld }
  const areSuspect = onceIn(SUSPECTS_EVERY_MS)

  const judgeAsJudge = async (): Promise<void> => {
    const db = await judge.acquire()
    if (!db) return
    const court = { db, book, memory, rooms, tell, onJudged, follow }
    // In the order in which it was measured.
    if (areSuspect()) await judgeSuspects(court, readings)
    await judgeAllOf(court, readings)
    if (isClockDue) {
      isClockDue = false
      await judgeClock(court, new Date())
      await housekeeping(db)
      await endedRehearsals(court)
    }
    if (areRoomsDue) {
      areRoomsDue = false
      await roomJudge.judge(court, Date.now())
    }
    await tellRooms(db, rooms.changed, Date.now())
  }
  /** What we know by heart may be why: somebody may have deleted it unheard. */
  const onFailed = (): void => {
    onUnsure()
    book.forgetAll()
    rooms.profiles.forgetAll()
  }
  // Readings and clock share the judge's connection, so they take turns in here.
  const judgeReadings = oneAtATime(orElse(judgeAsJudge, onFailed))

  return {
    judgeReadings,
    judgeUrgent: createUrgentJudging({ pool, book, tell, onQuarantine, onHeld, onJudged, onUnsure, follow }),
    lookAtClock: (): Promise<void> => {
      isClockDue = true
      return judgeReadings()
    },
    lookAtRooms: (): Promise<void> => {
      areRoomsDue = true
      return judgeReadings()
    },
  }
}

type UrgentOptions = Omit<JudgingOptions, 'judge' | 'memory' | 'rooms' | 'roomJudge'>

/** An SOS needs no memory of earlier facts, so any engine may judge it, on any connection, at any time. */
function createUrgentJudging({
  pool,
  onQuarantine,
  onHeld,
  onUnsure,
  ...known
}: UrgentOptions): () => Promise<void> {
  const urgent = { isUrgent: true, atOnce: URGENT_AT_ONCE, onQuarantine, onHeld }
  const areSuspect = onceIn(SUSPECTS_EVERY_MS)
  const judgeUrgent = async (): Promise<void> => {
    const db = await pool.connect()
    const court = { ...known, db, memory: createRuleMemory() }
    try {
      await judgeAllOf(court, urgent)
      // Last: one of them may end this engine too.
      if (areSuspect()) await judgeSuspects(court, urgent)
    } finally {
      db.release()
    }
  }
  return oneAtATime(orElse(judgeUrgent, onUnsure))
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
