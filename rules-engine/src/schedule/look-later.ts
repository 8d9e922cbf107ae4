/** Who was looked at and is no more, and may be taken back. */
const LOOK_AGAIN_MS = 3_600_000

/** Whoever is changed at this moment is not waited for: they are looked at again in the next round. */
export const lookLater = (column: 'inactivity_look_at' | 'check_in_look_at'): string => `
with free as (select wearer_id from wearer_routines where wearer_id = any($1::int4[]) order by wearer_id for no key update skip locked)
update wearer_routines r set ${column} = later.at from unnest($1::int4[], $2::timestamptz[]) as later (id, at), free
where r.wearer_id = later.id and free.wearer_id = later.id`

type Looked = {
  at: Date
  due: readonly { id: number }[]
  evaluated: readonly { row: { wearerId: number }; lookAt: number }[]
}

/** When each who was due is looked at next: also who was not found, for a round takes the longest due first, and only so many. */
export function looksLater({ at, due, evaluated }: Looked): [ids: number[], moments: Date[]] {
  const found = new Map(evaluated.map(({ row, lookAt }) => [row.wearerId, lookAt]))
  return [
    due.map(({ id }) => id),
    due.map(({ id }) => new Date(found.get(id) ?? at.getTime() + LOOK_AGAIN_MS)),
  ]
}
