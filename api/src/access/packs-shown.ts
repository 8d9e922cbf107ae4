import type { MonthlyPack } from '@carewatch/contracts/http/monthly-packs'
import { byWearer, type Person } from './persons.ts'
import { viewed } from './whom-shown.ts'

/** By initials and a room whoever works there knows who it is. */
const inPack = ({
  reply: { pack },
}: {
  reply: { pack: Pick<MonthlyPack, 'calls' | 'unanswered' | 'unreached' | 'silences' | 'changes'> }
}): Person[] =>
  [pack.calls, pack.unanswered, pack.unreached, pack.silences, pack.changes].flatMap((rows) =>
    rows.flatMap(({ person }) => (person ? byWearer(person.uuid) : [])),
  )

export const shown = { monthlyPack: viewed(inPack), issueMonthlyPack: viewed(inPack) } as const
