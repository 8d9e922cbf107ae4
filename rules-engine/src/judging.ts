import type pg from 'pg'
import type { DeviceBook } from './device-book.ts'
import type { FollowAlarms } from './follow-alarms.ts'
import { judgeClock } from './judge-clock.ts'
import type { JudgeConnection } from './judge-connection.ts'
import type { Judged } from './metrics.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { judgeAllOf, type OnQuarantine } from './quarantine.ts'
import { createRuleMemory, type RuleMemory } from './rule-memory.ts'
import type { RoomCourt } from './rooms/judge-room-facts.ts'
import type { RoomJudge } from './rooms/judge-rooms.ts'
import { createRoomNews } from './rooms/tell-rooms.ts'
import { endedRehearsals } from './sweeps/ended-rehearsals.ts'
import { housekeeping } from './sweeps/housekeeping.ts'
import type { Tell } from './tell.ts'

const BATCHES_AT_ONCE = 64
const URGENT_AT_ONCE = 256

export type JudgingOptions = {
  judge: JudgeConnection
  pool: pg.Pool
  book: DeviceBook
  memory: RuleMemory
  rooms: RoomCourt
  roomJudge: RoomJudge
  tell: Tell
  onQuarantine: OnQuarantine
  onJudged: (judged: Judged) => void
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
  onJudged,
  follow,
}: JudgingOptions) {
  let isClockDue = false
  let areRoomsDue = false
  const tellRooms = createRoomNews(tell)

  // Readings and clock share the judge's connection, so they take turns in here.
  const judgeReadings = oneAtATime(async () => {
    const db = await judge.acquire()
    if (!db) return
    const court = { db, book, memory, rooms, tell, onJudged, follow }
    await judgeAllOf(court, { isUrgent: false, atOnce: BATCHES_AT_ONCE }, onQuarantine)
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
  })

  /** An SOS needs no memory of earlier facts, so any engine may judge it, on any connection, at any time. */
  const judgeUrgent = oneAtATime(async () => {
    const db = await pool.connect()
    const court = { db, book, memory: createRuleMemory(), tell, onJudged, follow }
    try {
      await judgeAllOf(court, { isUrgent: true, atOnce: URGENT_AT_ONCE }, onQuarantine)
    } finally {
      db.release()
    }
  })

  return {
    judgeReadings,
    judgeUrgent,
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
