import type { ReadingColumns } from '@carewatch/contracts/batches'
import { DAY_MS, TOUCHED_AFTER_MS } from '@carewatch/contracts/summed-days'
import { arrayOf } from './columns.ts'

type Touched = { deviceId: number; day: number }

/** Which days these readings come to that may have been summed already, each of a device once: nearly always none. */
export function touchedBy({ count, deviceId, time }: ReadingColumns, now: number): Touched[] {
  const open = Math.floor((now - TOUCHED_AFTER_MS) / DAY_MS) * DAY_MS
  const touched = new Map<number, Set<number>>()
  for (let row = 0; row < count; row++) {
    const at = time[row] ?? 0
    if (at >= open) continue
    const device = deviceId[row] ?? 0
    const days = touched.get(device) ?? new Set()
    touched.set(device, days.add(Math.floor(at / DAY_MS) * DAY_MS))
  }
  return [...touched].flatMap(([device, days]) => [...days].map((day) => ({ deviceId: device, day })))
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
