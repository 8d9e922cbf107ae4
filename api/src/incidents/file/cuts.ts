import { FILE_MOST, type FilePart, type IncidentFile } from '@carewatch/contracts/http/incident-files'

/** So many rows are read of a part at most; what a file holds of them is less. */
export const READ_MOST = 10_000

/** What a file leaves out of its parts, and how much that is. */
export function createCuts() {
  const cut: IncidentFile['cut'] = []
  return {
    cut,
    note(part: FilePart, shown: number, all: number): void {
      if (shown < all) cut.push({ part, shown, all })
    },
    /** The beginning and the end of what came in this order. */
    ends<Row>(part: FilePart, rows: readonly Row[]): Row[] {
      const most = FILE_MOST[part]
      if (rows.length <= most) return [...rows]
      this.note(part, most, rows.length)
      return [...rows.slice(0, most / 2), ...rows.slice(-most / 2)]
    },
  }
}
export type Cuts = ReturnType<typeof createCuts>
