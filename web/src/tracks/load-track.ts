import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { locationDays, locationHistory } from '@carewatch/contracts/http/positions'
import { rangeOf, type Track } from './days.ts'

const USUAL_DAYS = 7

type Way = Pick<Reply<typeof locationHistory>, 'positions' | 'thinned' | 'spanMs'>
type Asked = {
  day: string | undefined
  days: number | undefined
  lastDays: (days: number) => Promise<Reply<typeof locationDays> | null | undefined>
  wayOf: (time: Date, to: Date) => Promise<Way | null | undefined>
}

/** The last days, and the way of one of them: of today where none was picked. Null: neither is for this viewer. */
export async function loadTrack({ day, days = USUAL_DAYS, lastDays, wayOf }: Asked): Promise<Track | null> {
  const found = await lastDays(days)
  const today = found?.days.at(-1)
  if (!found || !today) return null
  const { timeZone, days: strip } = found
  const picked = day ?? today.day
  const { from, to } = strip.find((one) => one.day === picked) ?? rangeOf(picked, timeZone)
  const way = (await wayOf(from, to)) ?? { positions: [], thinned: false, spanMs: 0 }
  const { positions, thinned, spanMs } = way
  return { positions, thinned, spanMs, from, to, timeZone, strip, day: picked, days }
}
