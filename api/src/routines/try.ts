import { TRY_DAYS } from '@carewatch/contracts/http/device-limits'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { tryCheckIn as ofCheckIn, tryRoutine as contract } from '@carewatch/contracts/http/routines'
import { replayCheckIns } from '@carewatch/contracts/rules/check-in-replay'
import { replayInactivity } from '@carewatch/contracts/rules/inactivity-replay'
import type { Caller } from '../access/viewer.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import { createOneEach } from '../readings/try-limits/one-each.ts'
import type { Services } from '../services.ts'
import { type Asked, bare, daysOf, raisedOf, checkedInOf, signsOf, sinceWhen, wornIn } from './history.ts'

export type Needed = Pick<Services, 'db' | 'facts'>
type Tried = Reply<typeof contract>

const DAY_MS = 86_400_000
export const fortnight = (): { from: Date; to: Date } => {
  const to = new Date()
  return { from: new Date(to.getTime() - TRY_DAYS * DAY_MS), to }
}

type Found = { openedAt: number; clearedAt: number | null }
const shown = ({ openedAt, clearedAt }: Found): Tried['alarms'][number] => ({
  openedAt: new Date(openedAt),
  clearedAt: clearedAt === null ? null : new Date(clearedAt),
})

export async function triedInactivity(
  { db, facts }: Needed,
  asked: Asked,
  { inactivityMinutes, dayFrom, dayTo }: Input<typeof contract>['body'],
): Promise<Tried> {
  const worn = await wornIn(db, asked)
  const signs: number[] = []
  for (const one of worn) signs.push(...(await signsOf(facts, db, one)))
  const raised = await raisedOf(db, asked, ['OFFLINE', 'OFF_WRIST', 'GEOFENCE', 'INACTIVITY'])
  const unknown = raised
    .filter(({ kind }) => kind !== 'INACTIVITY')
    .map(({ from, to }) => ({ from, to: to ?? asked.to.getTime() }))
  const days = await daysOf(db, asked, { dayFrom, dayTo, zone: worn.at(-1)?.zone ?? 'UTC' })
  const found = replayInactivity({
    minutes: inactivityMinutes,
    days,
    signs: signs.toSorted((one, other) => one - other),
    unknown: [...unknown, ...bare(worn, asked)],
  })
  const marked = raised.filter(({ kind, cause }) => kind === 'INACTIVITY' && cause === 'FALSE_ALARM')
  const isMarked = ({ openedAt, clearedAt }: Found) =>
    marked.some(({ from, to }) => from <= (clearedAt ?? Infinity) && openedAt <= (to ?? Infinity))
  return {
    // Before they wore anything nothing can be known.
    from: new Date(worn[0]?.from ?? asked.from),
    to: asked.to,
    total: found.length,
    markedFalse: found.filter(isMarked).length,
    alarms: found.map(shown),
    signs: signs.length,
  }
}

export async function triedCheckIn(
  needed: Needed,
  asked: Asked,
  { checkInBy }: Input<typeof ofCheckIn>['body'],
): Promise<Tried> {
  const { db } = needed
  const worn = await wornIn(db, asked)
  const pressed = await checkedInOf(needed, worn, asked)
  const clocks = { dayFrom: checkInBy, dayTo: checkInBy, zone: worn.at(-1)?.zone ?? 'UTC' }
  const days = await daysOf(db, asked, clocks)
  const found = replayCheckIns({
    days: days.map(({ midnight, from }) => ({ midnight, deadline: from })),
    pressed,
    worn: worn.map(({ since, to }) => ({ from: since, to })),
  })
  const raised = await raisedOf(db, asked, ['CHECK_IN_MISSED'])
  const marked = raised.filter(({ cause }) => cause === 'FALSE_ALARM')
  // Of the same day: it was asked by another time then, perhaps.
  const isMarked = ({ midnight }: { midnight: number }) =>
    marked.some(({ from }) => from >= midnight && from < midnight + DAY_MS)
  return {
    from: new Date(worn[0]?.from ?? asked.from),
    to: asked.to,
    total: found.length,
    markedFalse: found.filter(isMarked).length,
    alarms: found.map(shown),
    signs: pressed.length,
  }
}

/** Judging a fortnight again is work. */
export const oneEach = createOneEach()

async function theirTime({ db }: Needed, caller: Caller, uuid: string): Promise<Asked> {
  const { id: wearerId } = await getVisibleWearer(db, caller, uuid)
  const { from, to } = fortnight()
  return { wearerId, from: await sinceWhen(db, caller, { wearerId, from }), to }
}

export async function tryRoutine(
  needed: Needed,
  caller: Caller,
  { params, body }: Input<typeof contract>,
): Promise<Tried> {
  const asked = await theirTime(needed, caller, params.uuid)
  return oneEach(caller.id, () => triedInactivity(needed, asked, body))
}

export async function tryCheckIn(
  needed: Needed,
  caller: Caller,
  { params, body }: Input<typeof ofCheckIn>,
): Promise<Tried> {
  const asked = await theirTime(needed, caller, params.uuid)
  return oneEach(caller.id, () => triedCheckIn(needed, asked, body))
}
