import { applyRoomChanges } from '../alarms/room.ts'
import { type Court, remembering } from '../evaluate/evaluate-batches.ts'
import { newsOf, tellAll } from '../alarms/publish.ts'
import { calmedDown } from './expired-facts.ts'
import { type Ears, readEars } from './gateway-status.ts'
import { judgePresences } from './evaluate-presences.ts'
import { createRoomCourt, judgeRoomFacts } from './evaluate-room-facts.ts'
import { forgetGone, openPresences, writeConfidence, writeMoves } from './presence-rows.ts'
import { recentSightings } from './recent-sightings.ts'
import { createWhereabouts, type Decided } from './whereabouts.ts'

/** Decides every few seconds where each beacon is, writes where it has come to, and lets the rules say what its being there means. One judge at a time: what is remembered here is true as long as its lock is held. */
export function createRoomJudge() {
  const whereabouts = createWhereabouts()
  let isFirst = true

  async function look({ db }: Pick<Court, 'db'>, now: number): Promise<{ decided: Decided; ears: Ears }> {
    const ears = await readEars(db)
    if (isFirst) whereabouts.recall(await openPresences(db))
    whereabouts.hear(await recentSightings(db, ears.ears, { now, isFirst }))
    isFirst = false
    for (const id of await forgetGone(db)) whereabouts.forget(id)
    return { decided: whereabouts.decide(ears.ears, now), ears }
  }

  return {
    async judge({ db, memory, rooms = createRoomCourt(), tell }: Court, now: number): Promise<void> {
      try {
        const news = await remembering({ db, memory, rooms }, async () => {
          const { decided, ears } = await look({ db }, now)
          await writeMoves(db, decided.moved)
          for (const { roomId, fromRoomId } of decided.moved)
            for (const id of [roomId, fromRoomId]) if (id !== null) rooms.changed.add(id)
          await writeConfidence(db, decided.stayed)
          const calmed = await judgeRoomFacts(db, rooms, await calmedDown(db, now))
          const placed = await judgePresences({ db, rooms, now }, whereabouts.all(), ears)
          const outcomes = await applyRoomChanges(db, [...calmed, ...placed])
          whereabouts.wrote([...decided.moved, ...decided.stayed])
          return newsOf(db, outcomes)
        })
        tellAll(news, tell)
      } catch (error) {
        forgetAll()
        throw error
      }
    },
    /** After another judge had the word. */
    forgetAll,
  }

  function forgetAll(): void {
    whereabouts.forgetAll()
    isFirst = true
  }
}
export type RoomJudge = ReturnType<typeof createRoomJudge>
