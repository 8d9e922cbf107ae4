/** Who was looked at and is no more, and may be taken back. */
const LOOK_AGAIN_MS = 3_600_000

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
