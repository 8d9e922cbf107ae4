import type { Case } from '@carewatch/devices/testing/case'
import { differences } from './compare.ts'

/** What the codec of a format says of a case, in the case's own names: `undefined` where it says nothing. To-device: the message as it would be written, under `message`. */
export type View = (of: Case) => Record<string, unknown>

/** Where a case means something else to its codec than it says. */
export function wrongIn(one: Case, view: View): string[] {
  try {
    const actual = view(one)
    return one.direction === 'to-device'
      ? differences({ message: one.message }, actual)
      : differences(one.expected, actual)
  } catch (error) {
    return [`threw: ${(error as Error).message}`]
  }
}
