import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { costOfDevices } from './cost-devices.ts'
import { costOfRows } from './cost-rows.ts'

/** What the work costs as it grows: more watches, and more of what they said. */
export async function costRows(bench: Bench): Promise<Figure[]> {
  return [...(await costOfDevices(bench)), ...(await costOfRows(bench))]
}
