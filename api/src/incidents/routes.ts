import type { LiveEvent } from '@carewatch/contracts/events'
import * as files from '@carewatch/contracts/http/incident-files'
import * as contract from '@carewatch/contracts/http/incidents'
import { rankOf } from '@carewatch/contracts/triage'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { acknowledge, type Changed } from '../alarms/acknowledge.ts'
import { readableNotification, selectNotifications } from '../alarms/notification-rows.ts'
import { ofIncident, takenWith } from '../alarms/of-incident.ts'
import { publishChanged } from '../alarms/publish-changed.ts'
import { alarmTriage } from '../alarms/triage.ts'
import { isAmong } from '../http/among.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { closeIncident } from './close.ts'
import { readIncident } from './detail.ts'
import { checkIncidentFile } from './file/check.ts'
import { issueIncidentFile, readIncidentFile } from './file/issue.ts'
import { undoIncident } from './undo.ts'
import { getVisibleIncident, type VisibleIncident } from './visible-incident.ts'

type Answering = {
  uuid: string
  change: Extract<LiveEvent, { type: 'notification' }>['change']
  answer: (rows: VisibleIncident) => Promise<Changed>
}

/** Finds the incident, answers it, tells the others and shows what it is now. */
async function answerIncident(services: Services, caller: Caller, { uuid, change, answer }: Answering) {
  const { db } = services
  const { notificationIds, taskIds } = await answer(await getVisibleIncident(db, caller, uuid))
  await publishChanged(services, { notificationIds, taskIds }, change)
  const ids = (await getVisibleIncident(db, caller, uuid)).map(({ alarm }) => alarm.id)
  const rows = await selectNotifications(db, caller).where(isAmong(alarms.id, ids)).orderBy(alarmTriage.key)
  const changed = rows.filter(({ notification }) => notificationIds.includes(notification.id))
  return {
    changed: changed.map(({ notification }) => notification.uuid),
    notifications: rows.map((row) => readableNotification(row, caller.language)),
  }
}

/** All of it; by who names what they were shown, what is no graver than that. */
function takenBy(rows: VisibleIncident, shown: readonly string[] | undefined): SQL | undefined {
  if (!shown) return ofIncident(rows[0].alarm)
  const [gravest] = rows
    .map(({ alarm }) => alarm)
    .filter(({ uuid }) => shown.includes(uuid))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  return gravest ? takenWith(gravest) : sql`false`
}

export function incidentRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.incidentDetail, ({ params }, viewer) => readIncident(db, viewer, params.uuid))
  serve(files.incidentFile, ({ params }, caller) => readIncidentFile(services, caller, params.uuid))
  serve(files.issueIncidentFile, ({ params }, caller) => issueIncidentFile(services, caller, params.uuid))
  serve(files.checkIncidentFile, (asked, caller) => checkIncidentFile(db, caller, asked))
  serve(contract.takeIncident, ({ params: { uuid }, body }, caller) => {
    const answer = (rows: VisibleIncident) => acknowledge(db, caller, takenBy(rows, body?.alarms))
    return answerIncident(services, caller, { uuid, change: 'acknowledged', answer })
  })
  serve(contract.undoIncident, ({ params: { uuid } }, caller) => {
    const answer = (rows: VisibleIncident) => undoIncident(services, caller, { rows })
    // A name of before: a page of the version before knows no other, and shows how it stands.
    return answerIncident(services, caller, { uuid, change: 'repeated', answer })
  })
  serve(contract.closeIncident, ({ params: { uuid }, body }, caller) => {
    const answer = (rows: VisibleIncident) => closeIncident(services, caller, { rows, ...body })
    return answerIncident(services, caller, { uuid, change: 'closed', answer })
  })
}
