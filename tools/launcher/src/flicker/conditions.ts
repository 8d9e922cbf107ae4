import { clockAhead, clockLibrary } from '../faked-clock.ts'
import { busyCores, busyDisk } from './load.ts'

/** What a run of the tests goes through beside itself. */
export type Condition = {
  what: string
  /** For every process of the run; asked when it begins. */
  env?: () => Record<string, string>
  /** What goes on meanwhile; answers how to end it. */
  load?: () => () => void
}

const DAY_S = 86_400
const LEAD_S = 60

/** The clock set so that it will be this moment in a minute: the whole run goes over it. */
function shortlyBefore(moment: (now: Date) => Date, zone?: string): Record<string, string> {
  const library = clockLibrary()
  if (!library) throw new Error('A changed clock takes libfaketime, and none is to be had here.')
  const now = new Date()
  const seconds = Math.round((moment(now).getTime() - now.getTime()) / 1_000) - LEAD_S
  return { ...clockAhead(library, seconds), ...(zone && { TZ: zone }) }
}

const nextMidnight = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / (DAY_S * 1_000)) + 1) * DAY_S * 1_000)

/** The last Sunday of the next March or October, 01:00 UTC: when the European Union changes its clocks (directive 2000/84/EC). */
export function nextChangeOf(month: 2 | 9, now: Date): Date {
  for (let year = now.getUTCFullYear(); ; year++) {
    const last = new Date(Date.UTC(year, month + 1, 0, 1))
    const sunday = new Date(last.getTime() - last.getUTCDay() * DAY_S * 1_000)
    if (sunday > now) return sunday
  }
}

export const conditions = {
  quiet: { what: 'nothing beside it' },
  cores: { what: 'all cores busy', load: busyCores },
  disk: { what: 'a disk that somebody else writes to and syncs all the time', load: busyDisk },
  zone: {
    what: 'the time zone Pacific/Kiritimati, 14 hours ahead',
    env: () => ({ TZ: 'Pacific/Kiritimati' }),
  },
  midnight: { what: 'begun at 23:59, over midnight', env: () => shortlyBefore(nextMidnight, 'UTC') },
  spring: {
    what: 'begun a minute before an hour is left out (Europe/Berlin)',
    env: () => shortlyBefore((now) => nextChangeOf(2, now), 'Europe/Berlin'),
  },
  autumn: {
    what: 'begun a minute before an hour comes twice (Europe/Berlin)',
    env: () => shortlyBefore((now) => nextChangeOf(9, now), 'Europe/Berlin'),
  },
} as const satisfies Record<string, Condition>

export type ConditionName = keyof typeof conditions
// Safe: the record's own keys.
export const conditionNames = Object.keys(conditions) as ConditionName[]

/** Several at once, joined as `cores+zone`: what holds under both holds under each. */
export function joined(names: string): Condition {
  const parts: Condition[] = names.split('+').map(conditionOf)
  return {
    what: parts.map(({ what }) => what).join(', '),
    env: () => Object.assign({}, ...parts.map(({ env }) => env?.())) as Record<string, string>,
    load: () => {
      const ends = parts.map(({ load }) => load?.())
      return () => {
        for (const end of ends) end?.()
      }
    },
  }
}

function conditionOf(name: string): Condition {
  const known = conditionNames.find((each) => each === name)
  if (!known) throw new Error(`There is no condition ${name}; there are ${conditionNames.join(', ')}.`)
  return conditions[known]
}
