import { addRoom } from '../../rooms/new-room.ts'
import type { RowOf } from '../cells.ts'
import { findRoom } from '../find.ts'
import type { Planning } from '../planning.ts'
import { unchanged, type Wanted } from '../planned.ts'
import { placeIn } from '../place.ts'

/** A room is known by its branch and its name. */
export async function planRoom({ db, caller, places }: Planning, row: RowOf<'rooms'>): Promise<Wanted> {
  const where = placeIn(places, caller, row)
  const { name } = row
  if ('problems' in where) return { key: `${row.branch}|${name}`.toLowerCase(), problems: where.problems }
  const { branch } = where.place
  const key = `${branch?.uuid}|${name.toLowerCase()}`
  if (!branch) return { key, problems: { branch: 'required' } }
  const room = await findRoom(db, caller, { name, branchId: branch.id })
  if ('problems' in room) return { key, problems: { name: 'ambiguous' } }
  const body = { name, branchId: branch.uuid }
  if (room.found) return { key, there: room.found, changes: [], sent: body, work: unchanged }
  return {
    key,
    there: null,
    changes: [],
    sent: body,
    work: async (services, by) => {
      await addRoom(services.db, by, { body })
      return {}
    },
  }
}
