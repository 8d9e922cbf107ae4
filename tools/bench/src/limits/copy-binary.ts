import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])
/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_2000_MS = 946_684_800_000

/** Rows of fixed width in PostgreSQL's binary COPY format. */
export function createRows(count: number, rowBytes: number) {
  const bytes = Buffer.allocUnsafe(SIGNATURE.length + count * rowBytes + TRAILER.length)
  let at = SIGNATURE.copy(bytes)
  const rows = {
    begin: (fields: number) => void (at = bytes.writeInt16BE(fields, at)),
    int2: (value: number) => void (at = bytes.writeInt16BE(value, bytes.writeInt32BE(2, at))),
    int4: (value: number) => void (at = bytes.writeInt32BE(value, bytes.writeInt32BE(4, at))),
    float4: (value: number) => void (at = bytes.writeFloatBE(value, bytes.writeInt32BE(4, at))),
    nothing: () => void (at = bytes.writeInt32BE(-1, at)),
    time: (milliseconds: number) => {
      at = bytes.writeInt32BE(8, at)
      const micros = (milliseconds - EPOCH_2000_MS) * 1_000
      at = bytes.writeInt32BE(Math.floor(micros / 0x1_0000_0000), at)
      at = bytes.writeUInt32BE(micros % 0x1_0000_0000, at)
    },
    end: (): Buffer => {
      at += TRAILER.copy(bytes, at)
      return bytes.subarray(0, at)
    },
  }
  return rows
}

/** One COPY, its own commit. */
export function copy(client: pg.Client, statement: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(statement))
    stream.on('error', reject)
    stream.on('finish', resolve)
    stream.end(bytes)
  })
}
