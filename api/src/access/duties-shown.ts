import type { keptShiftSheet, shiftSheet } from '@carewatch/contracts/http/shift-sheet'
import { personOf } from './persons.ts'
import { type Answered, viewed } from './whom-shown.ts'

/** Who is on duty is a name at work; what one shift hands over to the next is about people. */
export const shown = {
  duties: 'nobody',
  dutyNow: 'nobody',
  endDuty: 'nobody',
  handOverDuty: 'nobody',
  newDuty: 'nobody',
  stopDuties: 'nobody',
  keptShiftSheet: viewed(({ reply }: Answered<typeof keptShiftSheet>) =>
    reply.sheet.people.flatMap(personOf),
  ),
  shiftSheets: 'nobody',
  shiftSheet: viewed(({ reply }: Answered<typeof shiftSheet>) => reply.sheet.people.flatMap(personOf)),
} as const
