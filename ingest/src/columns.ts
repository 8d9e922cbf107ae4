const EPOCH_2000_MS = 946_684_800_000

/** PostgreSQL's own type numbers, from pg_type. */
const OID = { int2: 21, int4: 23, float4: 700, float8: 701, timestamptz: 1184 } as const
type ElementType = keyof typeof OID

const BYTES: Record<ElementType, number> = { int2: 2, int4: 4, float4: 4, float8: 8, timestamptz: 8 }

const write: Record<ElementType, (into: DataView, at: number, value: number) => void> = {
  int2: (into, at, value) => into.setInt16(at, value),
  int4: (into, at, value) => into.setInt32(at, value),
  float4: (into, at, value) => into.setFloat32(at, value),
  float8: (into, at, value) => into.setFloat64(at, value),
  timestamptz: (into, at, milliseconds) => {
    const microseconds = (milliseconds - EPOCH_2000_MS) * 1_000
    into.setInt32(at, Math.floor(microseconds / 2 ** 32))
    into.setUint32(at + 4, microseconds >>> 0)
  },
}

/**
 * A one-dimensional array in PostgreSQL's binary form (array_recv in the server's arrayfuncs.c), which pg sends as it is:
 * a text array of 4,000 numbers costs both sides more than storing them. Times are milliseconds since 1970; NaN is null.
 */
export function arrayOf(type: ElementType, values: ArrayLike<number>, count = values.length): Buffer {
  const width = BYTES[type]
  const buffer = Buffer.allocUnsafe(20 + count * (4 + width))
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
  view.setInt32(0, count === 0 ? 0 : 1)
  view.setInt32(4, 0)
  view.setInt32(8, OID[type])
  if (count === 0) return buffer.subarray(0, 12)
  view.setInt32(12, count)
  view.setInt32(16, 1)
  const writeOne = write[type]
  let at = 20
  for (let index = 0; index < count; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) {
      view.setInt32(4, 1)
      view.setInt32(at, -1)
      at += 4
    } else {
      view.setInt32(at, width)
      writeOne(view, at + 4, value)
      at += 4 + width
    }
  }
  return buffer.subarray(0, at)
}
