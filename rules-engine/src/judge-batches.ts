import type pg from 'pg'
import { applyChanges } from './alarms/apply.ts'
import type { AlarmChange, Outcome } from './alarms/change.ts'
import type { DeviceBook } from './device-book.ts'
import { followFences } from './fences/operation-mode.ts'
import { factsOf, type UnjudgedRow } from './facts.ts'
import { judgeFact } from './judge.ts'
import type { RuleMemory } from './rule-memory.ts'
import { type Tell, tellOutcomes } from './tell.ts'
import { transaction } from './transaction.ts'

/** Takes batches and judges them in one transaction: a batch is gone exactly when its alarms are there. */
const TAKE = `
delete from unjudged where id in (
  select id from unjudged where urgent = $1 order by id limit $2 for update skip locked)
returning id, readings, stored, events, positions`

export type Court = {
  db: pg.ClientBase
  book: DeviceBook
  memory: RuleMemory
  tell: Tell
}

/** What the rules remember is true exactly when what they said is committed. */
export async function remembering<T>(
  { db, memory }: Pick<Court, 'db' | 'memory'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await transaction(db, async () => {
      const result = await work()
      await memory.save(db)
      return result
    })
  } catch (error) {
    memory.forgetAll()
    throw error
  }
}

/** Judges what waits, oldest first; answers how many batches it took. */
export async function judgeBatches(
  { db, book, memory, tell }: Court,
  isUrgent: boolean,
  atMost: number,
): Promise<number> {
  let outcomes: Outcome[] = []
  const taken = await remembering({ db, memory }, async () => {
    const { rows } = await db.query<UnjudgedRow>(TAKE, [isUrgent, atMost])
    rows.sort((one, other) => Number(one.id) - Number(other.id))
    const facts = rows.flatMap((row) => [...factsOf(row)])
    const ids = new Set(facts.map(({ deviceId }) => deviceId))
    const profiles = await book.load(db, ids)
    await memory.load(db, ids)

    const changes: AlarmChange[] = []
    for (const fact of facts) {
      const profile = profiles.get(fact.deviceId)
      if (profile) changes.push(...judgeFact(fact, profile, memory))
    }
    outcomes = await applyChanges(db, profiles, merged(changes))
    await followFences(db, changes)
    return rows.length
  })
  await tellOutcomes(db, { outcomes, tell })
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
