import type { keptShiftSheet, ShiftSheet, shiftSheet } from '@carewatch/contracts/http/shift-sheet'
import { personOf } from './persons.ts'
import { type Answered, viewed } from './whom-shown.ts'

const inSheet = ({ people, stays = [] }: Pick<ShiftSheet, 'people' | 'stays'>) =>
  [...people, ...stays].flatMap(personOf)

/** Who is on duty is a name at work; what one shift hands over to the next is about people. */
export const shown = {
  duties: 'nobody',
  dutyNow: 'nobody',
  endDuty: 'nobody',
  handOverDuty: 'nobody',
  newDuty: 'nobody',
  stopDuties: 'nobody',
  keptShiftSheet: viewed(({ reply }: Answered<typeof keptShiftSheet>) => inSheet(reply.sheet)),
  shiftSheets: 'nobody',
  shiftSheet: viewed(({ reply }: Answered<typeof shiftSheet>) => inSheet(reply.sheet)),
} as const
