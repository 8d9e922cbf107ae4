import type { Alarm } from '@carewatch/contracts/alarms'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { branches } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq } from 'drizzle-orm'
import { personOf } from '../../access/persons.ts'
import type { Viewer } from '../../access/viewer.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { selectAlarms, toAlarm } from '../../alarms/alarm-rows.ts'
import { flagOf } from '../../exports/fhir/flags.ts'
import { isAmong } from '../../http/among.ts'
import { inOrder } from '../../http/pick.ts'
import { datesFor } from '../asked.ts'
import { isSpan } from '../dates.ts'
import { BATCH, type Found, inBatches, type Search, withAddresses } from '../source.ts'
import { alarmsNamed, alarmsSeen, changedAtOf, isInState } from './alarms-asked.ts'
import { careFlags } from './care-flags.ts'
import { columnsOf, isAfterIn, isAfterText, orderFor, placeIn } from './in-order.ts'

/** An alarm, and whom or which place it is about. */
export type About = { alarm: Alarm; changedAt: Date; wearerUuid: string | null; locationUuid: string | null }

const timesOf = ({ openedAt, lastAt, clearedAt, acknowledgedAt, closedAt }: typeof alarms.$inferSelect) =>
  [openedAt, lastAt, clearedAt, acknowledgedAt, closedAt].flatMap((time) => time?.getTime() ?? [])

/** Of somebody whom the caller sees no longer: that there was an alarm, and nothing that was measured of them. */
const withoutValue = (alarm: Alarm): Alarm => ({ ...alarm, value: null, usual: null })

/** Whole alarms in the order of these ids. Who is no longer the caller's to see is not named, and nothing of theirs is said. */
export async function loadAlarms(db: Db, caller: Viewer, ids: readonly number[]): Promise<About[]> {
  const rows = await selectAlarms(db, caller).where(isAmong(alarms.id, ids))
  const places = await db
    .select({ id: alarms.id, wearer: wearers.uuid, room: rooms.uuid, branch: branches.uuid })
    .from(alarms)
    .leftJoin(wearers, and(eq(wearers.id, alarms.wearerId), visibleWearers(caller)))
    .leftJoin(rooms, eq(rooms.id, alarms.roomId))
    .leftJoin(branches, eq(branches.id, alarms.branchId))
    .where(isAmong(alarms.id, ids))
  const placeOf = new Map(places.map((place) => [place.id, place]))
  return inOrder(ids, rows, ({ alarm }) => alarm.id).map((row) => {
    const place = placeOf.get(row.alarm.id)
    const alarm = toAlarm(row)
    const isHidden = row.alarm.wearerId !== null && (place?.wearer ?? null) === null
    return {
      alarm: isHidden ? withoutValue(alarm) : alarm,
      changedAt: new Date(Math.max(...timesOf(row.alarm))),
      wearerUuid: place?.wearer ?? null,
      locationUuid: place?.room ?? place?.branch ?? null,
    }
  })
}

export const subjectOf = ({ wearerUuid, locationUuid }: About) =>
  wearerUuid === null
    ? ({ reference: `Location/${locationUuid}`, type: 'Location' } as const)
    : ({ reference: `Patient/${wearerUuid}`, type: 'Patient' } as const)

const byMoments = (asked: Search['asked']) =>
  orderFor(asked, {
    uuid: alarms.uuid,
    moments: { date: alarms.openedAt, _lastUpdated: changedAtOf(alarms) },
  })

/** The alarms that the caller may see in their history. */
async function* alarmFlags(search: Search, afterPlace: string | undefined): AsyncGenerator<Found> {
  const { needed, caller, asked } = search
  const { db } = needed
  const span = { start: alarms.openedAt, end: alarms.closedAt }
  const which = and(
    alarmsSeen(search),
    alarmsNamed(asked),
    isInState(asked, { open: 'active', over: 'inactive' }),
    ...isSpan(span, datesFor(asked, 'date')),
  )
  const order = byMoments(asked)
  const placeOf = ({ alarm, changedAt }: About): string =>
    placeIn(order, order.name === 'date' ? alarm.openedAt : changedAt, alarm.uuid)
  const picked = inBatches(
    afterPlace,
    async (after) => {
      const found = await db
        .select({ id: alarms.id })
        .from(alarms)
        .where(and(which, isAfterIn(order, after)))
        .orderBy(...columnsOf(order))
        .limit(BATCH)
      return loadAlarms(
        db,
        caller,
        found.map(({ id }) => id),
      )
    },
    placeOf,
  )
  for await (const about of picked) {
    const { alarm, changedAt, wearerUuid, locationUuid } = about
    if (wearerUuid === null && locationUuid === null) continue
    const flag = withAddresses(flagOf(alarm, wearerUuid ?? '', caller.language))
    const resource = { ...flag, meta: { lastUpdated: changedAt.toISOString() }, subject: subjectOf(about) }
    yield { resource, people: personOf({ wearerUuid, deviceUuid: alarm.deviceUuid }), place: placeOf(about) }
  }
}

/** Alarms, and of one person what has to be known of them, which stands in their order where it belongs. */
export async function* flags(search: Search): AsyncGenerator<Found> {
  const { asked } = search
  const order = byMoments(asked)
  const { rest, after } = await careFlags(search, order)
  const isBefore = (place: string): boolean => rest !== undefined && isAfterText(place, rest.key, order)
  let isDue = rest !== undefined
  for await (const one of alarmFlags(search, after)) {
    if (isDue && isBefore(one.place)) {
      isDue = false
      if (rest) yield* rest.read()
    }
    yield one
  }
  if (isDue && rest) yield* rest.read()
}
