import type pg from 'pg'
import { applyChanges } from '../alarms/apply.ts'
import { applyRoomChanges } from '../alarms/room.ts'
import type { AlarmChange } from '../alarms/change.ts'
import type { DeviceBook } from './device-cache.ts'
import { followFences } from './fences/operation-mode.ts'
import { factsOf, type UnjudgedRow } from './facts.ts'
import { judgeFact } from './evaluate-fact.ts'
import type { FollowAlarms } from '../alarms/trace-alarms.ts'
import type { Judged } from '../metrics.ts'
import { createRoomCourt, judgeRoomFacts, type RoomCourt } from '../rooms/evaluate-room-facts.ts'
import type { RuleMemory } from './rule-memory.ts'
import { type News, newsOf, type Tell, tellAll } from '../alarms/publish.ts'
import { transaction } from '../transaction.ts'

/** Tried so often a batch is judged alone (`suspects.ts`). */
export const SUSPECT = 3

const BATCH = 'id, readings, stored, events, positions, room_facts as "roomFacts"'
/** Takes batches and judges them in one transaction: a batch is gone exactly when its alarms are there. */
const TAKE = `
delete from unjudged where id in (
  select id from unjudged where urgent = $1 and tries < ${SUSPECT} order by id limit $2 for update skip locked)
returning ${BATCH}`
const TAKE_ONE = `delete from unjudged where id = $1 returning ${BATCH}`

export type Court = {
  db: pg.ClientBase
  book: DeviceBook
  memory: RuleMemory
  /** Left out: what is known of rooms is read for each batch. */
  rooms?: RoomCourt | undefined
  tell: Tell
  onJudged?: ((judged: Judged) => void) | undefined
  follow?: FollowAlarms | undefined
}

/** What the rules remember is true exactly when what they said is committed. */
export async function remembering<T>(
  { db, memory, rooms }: Pick<Court, 'db' | 'memory' | 'rooms'>,
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

/** Judges what waits, oldest first; answers how many batches it took. */
export const judgeBatches = (court: Court, isUrgent: boolean, atMost: number): Promise<number> =>
  judgeTaken(court, isUrgent, (db) => db.query<UnjudgedRow>(TAKE, [isUrgent, atMost]))

/** Judges one batch, if it still waits. */
export const judgeOne = (court: Court, isUrgent: boolean, id: string): Promise<number> =>
  judgeTaken(court, isUrgent, (db) => db.query<UnjudgedRow>(TAKE_ONE, [id]))

async function judgeTaken(
  { db, book, memory, tell, rooms = createRoomCourt(), onJudged, follow }: Court,
  isUrgent: boolean,
  take: (db: pg.ClientBase) => Promise<pg.QueryResult<UnjudgedRow>>,
): Promise<number> {
  const began = performance.now()
  let receivedAt = Number.POSITIVE_INFINITY
  let news: readonly News[] = []
  const taken = await remembering({ db, memory, rooms }, async () => {
    const { rows } = await take(db)
    rows.sort((one, other) => Number(one.id) - Number(other.id))
    const facts = rows.flatMap((row) => [...factsOf(row)])
    receivedAt = facts.reduce((oldest, fact) => Math.min(oldest, fact.receivedAt), receivedAt)
    const ids = new Set(facts.map(({ deviceId }) => deviceId))
    const profiles = await book.load(db, ids)
    await memory.load(db, ids)

    const changes: AlarmChange[] = []
    for (const fact of facts) {
      const profile = profiles.get(fact.deviceId)
      if (profile) changes.push(...judgeFact(fact, profile, memory))
    }
    const ofWatches = await applyChanges(db, profiles, merged(changes))
    const inRooms = rows.flatMap(({ roomFacts }) => roomFacts ?? [])
    const ofRooms = await applyRoomChanges(db, await judgeRoomFacts(db, rooms, inRooms))
    await followFences(db, changes)
    news = await newsOf(db, [...ofWatches, ...ofRooms])
    return rows.length
  })
  if (taken > 0)
    onJudged?.({
      isUrgent,
      batches: taken,
      seconds: (performance.now() - began) / 1_000,
      lagSeconds: Math.max(0, (Date.now() - Math.min(receivedAt, Date.now())) / 1_000),
    })
  tellAll(news, tell)
  follow?.(news, Date.now() - (performance.now() - began))
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
