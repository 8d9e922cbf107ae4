import type { FenceSchedule } from '../fences.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(zone, clock)
  return clock
}

function localTime(time: number, zone: string): { day: number; hour: string } {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  const day = weekdays.indexOf(parts.get('weekday') ?? '')
  return { day, hour: `${parts.get('hour')}:${parts.get('minute')}` }
}

/** Whether the moment is within the hours; those that end before they begin end on the next day, those that end as they begin last a day. */
export function isWithinHours(
  { days, from, to }: FenceSchedule,
  { time, zone }: { time: number; zone: string },
): boolean {
  const { day, hour } = localTime(time, zone)
  const began = (of: number): boolean => days.includes(of)
  if (from < to) return began(day) && hour >= from && hour < to
  return (began(day) && hour >= from) || (began((day + 6) % 7) && hour < to)
}
