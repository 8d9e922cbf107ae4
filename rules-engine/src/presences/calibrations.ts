import type { Calibration } from '@carewatch/contracts/rules/rooms/calibration'
import { examine } from '@carewatch/contracts/rules/rooms/examine-calibration'
import { type WalkPlacement, type WalkRow, walksThatCount } from '@carewatch/contracts/rules/rooms/walk-rows'
import type pg from 'pg'
import type { PlacedGateway } from './gateway-status.ts'

type Row = WalkRow & { branchId: number }

const VERSION =
  'select count(*)::int as count, max(ended_at) as newest from room_walks where ended_at is not null'
/** The newest of each room is what counts. */
const WALKS = `
select distinct on (room_id) room_id as "roomId", branch_id as "branchId", readings, placements,
  extract(epoch from ended_at - started_at)::float8 * 1000 as ms
from room_walks where ended_at is not null order by room_id, ended_at desc`

type Made = { of: string; calibration: Calibration | undefined }

const placementsIn = (gateways: ReadonlyMap<number, PlacedGateway>, branchId: number): WalkPlacement[] =>
  [...gateways].flatMap(([id, gateway]): WalkPlacement[] =>
    gateway.branchId === branchId && gateway.roomId !== null ? [[id, gateway.roomId]] : [],
  )

function make(walks: readonly Row[], placements: readonly WalkPlacement[]): Calibration | undefined {
  const { whole } = walksThatCount(walks, placements)
  return whole ? examine(whole).calibration : undefined
}

/** What is known of each branch through all of whose rooms with a gateway somebody walked. */
export function createCalibrations() {
  let version = ''
  let walks = new Map<number, Row[]>()
  const made = new Map<number, Made>()

  async function readWalks(db: pg.ClientBase): Promise<void> {
    const [now] = (
      await db.query<{ count: number; newest: Date | null }>({ name: 'walks-version', text: VERSION })
    ).rows
    const next = `${now?.count} ${now?.newest?.getTime()}`
    if (next === version) return
    walks = Map.groupBy((await db.query<Row>(WALKS)).rows, ({ branchId }) => branchId)
    version = next
  }

  return {
    async load(
      db: pg.ClientBase,
      gateways: ReadonlyMap<number, PlacedGateway>,
    ): Promise<ReadonlyMap<number, Calibration>> {
      await readWalks(db)
      const calibrations = new Map<number, Calibration>()
      for (const [branchId, own] of walks) {
        const placements = placementsIn(gateways, branchId)
        // Examined once, as long as the walks and the gateways are as they were.
        const of = `${version} ${placements.join(' ')}`
        const before = made.get(branchId)
        const current = before?.of === of ? before : { of, calibration: make(own, placements) }
        made.set(branchId, current)
        if (current.calibration) calibrations.set(branchId, current.calibration)
      }
      return calibrations
    },
  }
}
