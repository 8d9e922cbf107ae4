import type pg from 'pg'

/** Who was looked at and is no more, and may be taken back. */
const LOOK_AGAIN_MS = 3_600_000

type Looked = {
  at: Date
  due: readonly { id: number }[]
  evaluated: readonly { row: { wearerId: number }; lookAt: number }[]
}

/** When each who was due is looked at next: also who was not found, for a round takes the longest due first, and only so many. */
export async function lookLater(
  db: pg.ClientBase,
  column: 'inactivity_look_at' | 'check_in_look_at',
  { at, due, evaluated }: Looked,
): Promise<void> {
  const found = new Map(evaluated.map(({ row, lookAt }) => [row.wearerId, lookAt]))
  await db.query(
    `update wearer_routines r set ${column} = later.at from unnest($1::int4[], $2::timestamptz[]) as later (id, at) where r.wearer_id = later.id`,
    [due.map(({ id }) => id), due.map(({ id }) => new Date(found.get(id) ?? at.getTime() + LOOK_AGAIN_MS))],
  )
}
