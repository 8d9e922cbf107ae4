import { type SQL, sql } from 'drizzle-orm'

/** Of many ids one number, whatever their order and in whatever parts they are gathered: digests are put together by `bit_xor` as well. */
export const digestOf = (id: SQL): SQL => sql`bit_xor(hashint8extended(${id}, 0))`

export const digestText = (digest: SQL): SQL => sql`lpad(to_hex(coalesce(${digest}, 0)), 16, '0')`
