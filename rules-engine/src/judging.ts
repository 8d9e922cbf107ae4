import type pg from 'pg'
import type { DeviceBook } from './device-book.ts'
import { judgeClock } from './judge-clock.ts'
import type { JudgeConnection } from './judge-connection.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { judgeAllOf, type OnQuarantine } from './quarantine.ts'
import { createRuleMemory, type RuleMemory } from './rule-memory.ts'
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
  tell: Tell
  onQuarantine: OnQuarantine
}

/** The three occasions to judge: readings came, somebody cried for help, the clock struck. */
export function createJudging({ judge, pool, book, memory, tell, onQuarantine }: JudgingOptions) {
  let isClockDue = false

  // Readings and clock share the judge's connection, so they take turns in here.
  const judgeReadings = oneAtATime(async () => {
    const db = await judge.acquire()
    if (!db) return
    const court = { db, book, memory, tell }
    await judgeAllOf(court, { isUrgent: false, atOnce: BATCHES_AT_ONCE }, onQuarantine)
    if (!isClockDue) return
    isClockDue = false
    await judgeClock(court, new Date())
    await housekeeping(db)
    await endedRehearsals(court)
  })

  /** An SOS needs no memory of earlier facts, so any engine may judge it, on any connection, at any time. */
  const judgeUrgent = oneAtATime(async () => {
    const db = await pool.connect()
    const court = { db, book, memory: createRuleMemory(), tell }
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
  }
}
