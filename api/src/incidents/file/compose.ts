import {
  FILE_MARGIN_MS,
  FILE_MOST,
  FILE_SPAN_MAX_MS,
  type IncidentFile,
} from '@carewatch/contracts/http/incident-files'
import { permissions } from '@carewatch/contracts/permissions'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { branches, companies } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq } from 'drizzle-orm'
import { type Caller, fullName } from '../../access/viewer.ts'
import { visibleTasks } from '../../access/visible-lives.ts'
import { lastOf, mayLocateWearer, type WornSpan, wornSpans } from '../../access/worn-spans.ts'
import { selectTasks, toTask } from '../../alarms/task-rows.ts'
import { isAmong } from '../../http/among.ts'
import { dayIn, offsetMinutes } from '../../http/offset.ts'
import { knownZone } from '../../http/zone.ts'
import { readTrack } from '../../readings/location-history.ts'
import type { Services } from '../../services.ts'
import { incidentOf } from '../detail.ts'
import { getGravestOfIncident, type VisibleIncident } from '../visible-incident.ts'
import { createCuts, type Cuts, READ_MOST } from './cuts.ts'
import { beyondOf, limitsOfIncident } from './limits.ts'
import { readEvents, readVitals } from './measured.ts'
import { findWearer, lookedAt, personOf, readFileCare, readFileViewings, type Wearer } from './person.ts'
import { readRooms, readStays } from './surroundings.ts'

type Read = Pick<Services, 'db' | 'facts'>
type Window = { from: Date; to: Date }
type Lasting = { openedAt: Date; lastAt: Date }
type About = { rows: VisibleIncident; wearer: Wearer | undefined; window: Window; cuts: Cuts }

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** From before the first alarm until after the last, as far as a file goes. */
function windowOf({ openedAt, lastAt }: Lasting, now: Date) {
  const [from, wanted] = [after(openedAt, -FILE_MARGIN_MS), after(lastAt, FILE_MARGIN_MS)]
  const most = after(from, FILE_SPAN_MAX_MS)
  const isSpanCut = wanted > most
  const to = isSpanCut ? most : wanted
  return { from, to: to > now ? now : to, isSpanCut }
}

async function placeOf(db: Db, caller: Caller, [{ alarm }]: VisibleIncident) {
  const [place] = await db
    .select({ branch: branches.name, zone: branches.timeZone })
    .from(branches)
    .where(eq(branches.id, alarm.branchId ?? 0))
  const [company] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, alarm.companyId ?? 0))
  return {
    branch: place?.branch ?? null,
    company: company?.name ?? null,
    zone: knownZone(place?.zone ?? caller.timeZone),
  }
}

const toRange = (span: WornSpan, { to }: Window) => ({
  deviceId: span.deviceId,
  from: span.from,
  to: lastOf(span, to),
})

/** What was measured, and what the device, the room and the tag reported. */
async function readAround(services: Read, caller: Caller, { rows, wearer, window, cuts }: About) {
  const { db, facts } = services
  const isGone = rows[0].alarm.wearerId !== null && !wearer
  const spans = wearer ? await wornSpans(db, caller, { wearerId: wearer.id, ...window }) : []
  const ranges = spans.map((span) => toRange(span, window))
  const stays = await readStays(services, caller, { spans, to: window.to })
  const roomIds = [
    ...rows.flatMap(({ alarm }) => [alarm.wearerRoomId, alarm.roomId]),
    ...stays.map(({ roomId }) => roomId),
  ].filter((id) => id !== null)
  const isLocated = wearer !== undefined && (await mayLocateWearer(db, caller, wearer.id))
  const tracks = []
  if (isLocated) for (const range of ranges) tracks.push(await readTrack(facts, range))
  const fixes = tracks.flatMap(({ positions }) => positions.filter(({ hidden }) => !hidden))
  const reported = await readRooms(services, caller, { roomIds: [...new Set(roomIds)], ...window })
  return {
    vitals: isGone ? null : await readVitals(services, ranges, window),
    events: isGone ? null : cuts.ends('events', await readEvents(services, ranges)),
    rooms: cuts.ends('rooms', reported),
    stays: isLocated
      ? cuts.ends(
          'stays',
          stays.map(({ roomId: _id, ...stay }) => stay),
        )
      : [],
    places: isLocated ? cuts.ends('places', fixes) : null,
  }
}

async function readTasks(db: Db, caller: Caller, { rows, cuts }: About): Promise<IncidentFile['tasks']> {
  if (!permissions.seeTasks.some((role) => role === caller.role)) return null
  const isTheirs = isAmong(
    tasks.alarmId,
    rows.map(({ alarm }) => alarm.id),
  )
  const found = await selectTasks(db, caller)
    .where(and(isTheirs, visibleTasks(caller)))
    .orderBy(asc(tasks.id))
    .limit(READ_MOST)
  const now = new Date()
  return cuts.ends('tasks', found).map((row) => toTask(row, now))
}

/** All that is known of an incident, as far as whoever asks may see it; beside it its alarms, the gravest first. */
export async function composeFile(
  services: Read,
  caller: Caller,
  uuid: string,
): Promise<{ file: IncidentFile; rows: VisibleIncident }> {
  const { db } = services
  const [madeAt, cuts] = [new Date(), createCuts()]
  const { rows, whole } = await getGravestOfIncident(db, caller, { uuid, most: FILE_MOST.alarms })
  const { nextStep: _next, wearer: summary, ...shown } = await incidentOf(db, rows)
  const { count, ...standing } = whole
  const { kind, severity } = rows[0].alarm
  const incident = { ...shown, ...standing, kind, severity }
  cuts.note('alarms', rows.length, count)
  const { isSpanCut, ...window } = windowOf(incident, madeAt)
  const place = await placeOf(db, caller, rows)
  const wearer = await findWearer(db, caller, rows[0].alarm.wearerId)
  const about = { rows, wearer, window, cuts }
  const limits = await limitsOfIncident(db, rows)
  const { vitals, ...around } = await readAround(services, caller, about)
  const isOpen = incident.closedAt === null
  const viewings = await readFileViewings(db, caller, {
    wearer,
    ...lookedAt({ from: window.from, incident, madeAt }),
  })
  const file = {
    incident: {
      ...incident,
      alarms: incident.alarms
        .map((alarm) => ({
          ...alarm,
          beyond: alarm.metric ? beyondOf(alarm, limits.boundsOf(alarm.uuid, alarm.metric)) : null,
        }))
        .toSorted((one, other) => one.openedAt.getTime() - other.openedAt.getTime()),
      timeline: cuts.ends('timeline', incident.timeline),
    },
    ...place,
    offsetMinutes: offsetMinutes(place.zone, incident.openedAt),
    isOpen,
    ...window,
    isSpanCut,
    person: personOf({ summary, wearer, day: dayIn(place.zone, incident.openedAt) }),
    care: await readFileCare(db, caller, { wearer, isOpen }),
    vitals: vitals && vitals.map((vital) => ({ ...vital, bounds: limits.boundsOfMetric(vital.metric) })),
    ...around,
    tasks: await readTasks(db, caller, about),
    viewings: viewings && cuts.ends('viewings', viewings),
    cut: cuts.cut,
    madeFor: { name: fullName(caller), role: caller.role },
    madeAt,
  }
  return { file, rows }
}
