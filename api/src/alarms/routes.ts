import type { LiveEvent } from '@carewatch/contracts/events'
import * as contract from '@carewatch/contracts/http/alarms'
import type { Caller } from '../access/viewer.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { acknowledge, type Changed } from './acknowledge.ts'
import { type AlarmRow, toAlarm } from './alarm-rows.ts'
import { cancelAlarm } from './cancel.ts'
import { comeToBedside } from './bedside.ts'
import { closeAlarm } from './close.ts'
import { commentAlarm } from './comment.ts'
import { readAlarm } from './detail.ts'
import { listAlarms } from './list.ts'
import { snoozeAlarm } from './snooze.ts'
import { takenWith } from './of-incident.ts'
import { publishChanged } from './publish-changed.ts'
import { getVisibleAlarm } from './visible-alarm.ts'

type Change = Extract<LiveEvent, { type: 'notification' }>['change']
type Answering = { uuid: string; change: Change; answer: (row: AlarmRow) => Promise<Changed> }

/** Finds the alarm, answers it, tells the others and shows what it is now. */
async function answerAlarm(services: Services, caller: Caller, { uuid, change, answer }: Answering) {
  const changed = await answer(await getVisibleAlarm(services.db, caller, uuid))
  await publishChanged(services, changed, change)
  return { alarm: toAlarm(await getVisibleAlarm(services.db, caller, uuid)) }
}

export function alarmRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.allAlarms, (asked, viewer) => listAlarms(db, viewer, asked))
  serve(contract.alarmDetail, ({ params }, viewer) => readAlarm(db, viewer, params.uuid))

  serve(contract.acknowledgeAlarm, ({ params: { uuid } }, caller) => {
    const answer = ({ alarm }: AlarmRow) => acknowledge(db, caller, takenWith(alarm))
    return answerAlarm(services, caller, { uuid, change: 'acknowledged', answer })
  })
  serve(contract.atBedside, ({ params: { uuid } }, caller) => {
    const answer = ({ alarm }: AlarmRow) => comeToBedside(services, caller, alarm)
    return answerAlarm(services, caller, { uuid, change: 'acknowledged', answer })
  })
  serve(contract.snoozeAlarm, ({ params: { uuid }, body: { minutes } }, caller) => {
    const answer = (row: AlarmRow) => snoozeAlarm(services, caller, { row, minutes })
    return answerAlarm(services, caller, { uuid, change: 'snoozed', answer })
  })
  serve(contract.closeAlarm, ({ params: { uuid }, body }, caller) => {
    const answer = (row: AlarmRow) => closeAlarm(services, caller, { row, ...body })
    return answerAlarm(services, caller, { uuid, change: 'closed', answer })
  })
  serve(contract.commentAlarm, ({ params: { uuid }, body: { note } }, caller) => {
    const answer = (row: AlarmRow) => commentAlarm(services, caller, { row, note })
    return answerAlarm(services, caller, { uuid, change: 'commented', answer })
  })
  serve(contract.cancelAlarm, ({ params: { uuid } }, caller) => {
    const answer = (row: AlarmRow) => cancelAlarm(services, caller, row)
    return answerAlarm(services, caller, { uuid, change: 'closed', answer })
  })
}
