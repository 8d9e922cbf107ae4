import type { WearerSummary } from '@carewatch/contracts/wearers'

/** One cell of an export; times are ISO text already. */
export type Cell = string | number | boolean | null
export type Row = Readonly<Record<string, Cell>>

/** What an export holds: its columns, and its rows a page at a time. */
export type Table = { columns: readonly string[]; pages: AsyncIterable<readonly Row[]> }

/** Short enough that writing one holds up nobody. */
export const PAGE = 2_000

export const isoText = (time: Date | null): string | null => time?.toISOString() ?? null

/** Whom a row is about, where they lie now, and where they lay then, where that was written down. */
export const personCells = (wearer: WearerSummary | null | undefined) => ({
  person: wearer?.name ?? null,
  personRoom: wearer?.room ?? null,
  personBed: wearer?.bed ?? null,
  personRoomThen: wearer?.bedsideThen?.room ?? null,
  personBedThen: wearer?.bedsideThen?.bed ?? null,
})

type Next<Found, Place> = {
  from: Place
  read: (place: Place) => Promise<Found[]>
  placeOf: (last: Found) => Place
}

/**
 * Page after page, each from where the last one ended: a reader who is slow holds back the next query, and
 * meanwhile neither memory nor a connection nor a transaction is held.
 */
export async function* pageByPage<Found, Place>({
  from,
  read,
  placeOf,
}: Next<Found, Place>): AsyncGenerator<Found[]> {
  let place = from
  for (;;) {
    const page = await read(place)
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    place = placeOf(last)
  }
}
