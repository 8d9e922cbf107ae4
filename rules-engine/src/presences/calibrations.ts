import type { Calibration } from '@carewatch/contracts/rules/rooms/calibration'
import { examineInPieces } from '@carewatch/contracts/rules/rooms/examine-calibration'
import {
  isTooLarge,
  type WalkPlacement,
  type WalkRow,
  walksThatCount,
} from '@carewatch/contracts/rules/rooms/walk-rows'
import { inTurns } from '@carewatch/platform/in-turns'
import type pg from 'pg'
import type { PlacedGateway } from './gateway-status.ts'

/** By branch which walks are finished: what is finished changes no more. */
const FINISHED = `
select branch_id as "branchId", string_agg(id || '@' || extract(epoch from ended_at), ' ' order by id) as walks
from room_walks where ended_at is not null group by branch_id`
/** The newest of each room is what counts. */
const WALKS = `
select distinct on (room_id) room_id as "roomId", readings, placements,
  extract(epoch from ended_at - started_at)::float8 * 1000 as ms
from room_walks where branch_id = $1 and ended_at is not null order by room_id, ended_at desc`

type Made = { of: string; calibration: Calibration | undefined }

const placementsIn = (gateways: ReadonlyMap<number, PlacedGateway>, branchId: number): WalkPlacement[] =>
  [...gateways].flatMap(([id, gateway]): WalkPlacement[] =>
    gateway.branchId === branchId && gateway.roomId !== null ? [[id, gateway.roomId]] : [],
  )

async function make(
  db: pg.ClientBase,
  branchId: number,
  placements: readonly WalkPlacement[],
): Promise<Calibration | undefined> {
  if (isTooLarge(placements)) return undefined
  const { rows } = await db.query<WalkRow>({ name: 'walks', text: WALKS, values: [branchId] })
  const { whole } = walksThatCount(rows, placements)
  return whole ? (await inTurns(examineInPieces(whole))).calibration : undefined
}

/** What is known of each branch through all of whose rooms with a gateway somebody walked. */
export function createCalibrations() {
  let made = new Map<number, Made>()

  return {
    async load(
      db: pg.ClientBase,
      gateways: ReadonlyMap<number, PlacedGateway>,
    ): Promise<ReadonlyMap<number, Calibration>> {
      const { rows } = await db.query<{ branchId: number; walks: string }>({
        name: 'finished-walks',
        text: FINISHED,
      })
      const next = new Map<number, Made>()
      for (const { branchId, walks } of rows) {
        const placements = placementsIn(gateways, branchId)
        const of = `${walks} ${placements.join(' ')}`
        const before = made.get(branchId)
        if (before?.of === of) next.set(branchId, before)
        else {
          // Examined once, as long as its own walks and gateways are as they were; what else is due comes in between.
          next.set(branchId, { of, calibration: await make(db, branchId, placements) })
        }
      }
      made = next
      return new Map(
        [...made].flatMap(([branchId, { calibration }]) => (calibration ? [[branchId, calibration]] : [])),
      )
    },
  }
}
