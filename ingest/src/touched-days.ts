import type { ReadingColumns } from '@carewatch/contracts/batches'
import { DAY_MS, TOUCHED_AFTER_MS } from '@carewatch/contracts/summed-days'
import { arrayOf } from './columns.ts'

type Touched = { deviceId: number; day: number }

/** Which days these readings come to that may have been summed already: nearly always none. Of several of one day one. */
export function touchedBy({ count, deviceId, time }: ReadingColumns, now: number): Touched[] {
  const open = Math.floor((now - TOUCHED_AFTER_MS) / DAY_MS) * DAY_MS
  const touched: Touched[] = []
  for (let row = 0; row < count; row++) {
    const at = time[row] ?? 0
    if (at >= open) continue
    const [device, day] = [deviceId[row] ?? 0, Math.floor(at / DAY_MS) * DAY_MS]
    const last = touched.at(-1)
    if (last?.deviceId !== device || last.day !== day) touched.push({ deviceId: device, day })
  }
  return touched
}

/** As parameters of a statement: device, and the first moment of the day. */
export const touchedArrays = (touched: readonly Touched[]): Buffer[] => [
  arrayOf(
    'int4',
    touched.map(({ deviceId }) => deviceId),
  ),
  arrayOf(
    'timestamptz',
    touched.map(({ day }) => day),
  ),
]
