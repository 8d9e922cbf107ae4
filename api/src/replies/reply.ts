import { acknowledgeAlarm } from '@carewatch/contracts/http/alarms'
import type { Channel } from '@carewatch/contracts/escalation'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Answer } from '@carewatch/contracts/telegram'
import { type Caller, loadAnswering } from '../access/viewer.ts'
import { acknowledge, type Changed } from '../alarms/acknowledge.ts'
import { type AlarmRow, toAlarm } from '../alarms/alarm-rows.ts'
import { closeAlarm } from '../alarms/close.ts'
import { takenWith } from '../alarms/of-incident.ts'
import { publishChanged } from '../alarms/publish-changed.ts'
import { getVisibleAlarm } from '../alarms/visible-alarm.ts'
import type { Services } from '../services.ts'

export type Answered =
  | { outcome: 'taken' | 'closed' | 'over' }
  /** Somebody else was first. */
  | { outcome: 'already'; by: string }
  /** It is no alarm of theirs, or no longer. */
  | { outcome: 'notYours' }

type Given = { userUuid: string; alarmUuid: string; answer: Answer; via: Channel }
type Desk = Pick<Services, 'db' | 'feed' | 'log'>

/** What a person answers by a message, done as if they had done it in the portal: by the same rights, published to the same screens. */
export async function answerByMessage(
  services: Desk,
  { userUuid, alarmUuid, answer, via }: Given,
): Promise<Answered> {
  const viewer = await loadAnswering(services.db, userUuid)
  if (!viewer || !acknowledgeAlarm.allow.some((role) => role === viewer.role)) return { outcome: 'notYours' }
  const language = viewer.selectedLanguage
  const caller: Caller = { ...viewer, sessionUuid: '', address: via.toLowerCase(), language, via }
  try {
    const row = await getVisibleAlarm(services.db, caller, alarmUuid)
    if (row.alarm.closedAt) return { outcome: 'over' }
    return answer === 'take' ? await take(services, caller, row) : await closeAsFalse(services, caller, row)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { outcome: error.code === 'conflict' ? 'over' : 'notYours' }
  }
}

async function take(services: Desk, caller: Caller, row: AlarmRow): Promise<Answered> {
  const changed = await acknowledge(services.db, caller, takenWith(row.alarm))
  await publishChanged(services, changed, 'acknowledged')
  if (isDone(changed)) return { outcome: 'taken' }
  const { acknowledgedBy } = toAlarm(await getVisibleAlarm(services.db, caller, row.alarm.uuid))
  return { outcome: 'already', by: acknowledgedBy ?? '' }
}

async function closeAsFalse(services: Desk, caller: Caller, row: AlarmRow): Promise<Answered> {
  const changed = await closeAlarm(services, caller, { row, cause: 'FALSE_ALARM' })
  await publishChanged(services, changed, 'closed')
  return { outcome: 'closed' }
}

const isDone = ({ notificationIds }: Changed): boolean => notificationIds.length > 0
