import type { Language } from '@carewatch/contracts/languages'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { ofVisibleWearer, worn } from '../access/visible-lives.ts'
import { AHEAD } from '../access/worn-spans.ts'
import { readableNotification, selectNotifications } from '../alarms/notification-rows.ts'
import { alarmTriage } from '../alarms/triage.ts'
import { type Measured, readLatest } from '../readings/latest.ts'
import type { Services } from '../services.ts'
import type { HomeDevice } from './devices.ts'

/** An alarm that is open; `answeredBy`: somebody took it. */
export type OpenAlarm = { message: string; severity: string; since: Date; answeredBy: string | null }

type Parts = Pick<Services, 'db' | 'facts' | 'log'>
type About = { viewer: Viewer; device: HomeDevice }

/** More of one watch are not told to its house. */
const MOST_ALARMS = 20

/** The newest of each metric, as the overview has it; what was measured off the wrist is none. */
export const readMeasured = ({ facts }: Parts, device: HomeDevice): Promise<Measured[]> =>
  readLatest(facts, { deviceId: device.id, from: device.shownSince, to: AHEAD })

/** What it called for, and what whoever wears it now called for by another, as the one of before. */
const isOfDevice = ({ id }: HomeDevice): SQL =>
  sql`(${alarms.deviceId} = ${id} or ${alarms.wearerId} = (select present_wearer(${id})))`

/** Alarms that are open, the gravest first; of a chain that is only tried nobody is told here. */
export async function readAlarms({ db }: Parts, { viewer, device }: About): Promise<OpenAlarm[]> {
  const rows = await selectNotifications(db, viewer)
    .where(
      and(
        isOfDevice(device),
        eq(notifications.type, 'ALARM'),
        isNull(alarms.closedAt),
        eq(alarms.rehearsal, false),
        ofVisibleWearer(viewer, worn.notifications),
      ),
    )
    .orderBy(alarmTriage.key)
    .limit(MOST_ALARMS)
  const language: Language = viewer.selectedLanguage
  return rows.map((row) => {
    const { message, severity, createdAt, acknowledgedBy } = readableNotification(row, language)
    return { message, severity, since: createdAt, answeredBy: acknowledgedBy }
  })
}
