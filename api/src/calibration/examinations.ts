import type { RoomWalk } from '@carewatch/contracts/rules/rooms/calibration'
import { type Examined, examineInPieces } from '@carewatch/contracts/rules/rooms/examine-calibration'
import { inTurns } from '@carewatch/platform/in-turns'

type Known = { of: string; examined: Promise<Examined> }
type Asked = {
  branchId: number
  /** Which walks and gateways: others are examined anew. */
  of: string
  load: () => Promise<readonly RoomWalk[]>
}

/** How often the walks of each branch would have been right: reckoned once for the same walks, in pieces, however often it is asked. */
export function createExaminations() {
  const known = new Map<number, Known>()

  return ({ branchId, of, load }: Asked): Promise<Examined> => {
    const before = known.get(branchId)
    if (before?.of === of) return before.examined
    const examined = load()
      .then((walks) => inTurns(examineInPieces(walks)))
      .then((result) => result.examined)
    known.set(branchId, { of, examined })
    // What could not be read is asked for again the next time.
    examined.catch(() => known.get(branchId)?.of === of && known.delete(branchId))
    return examined
  }
}
export type Examinations = ReturnType<typeof createExaminations>
