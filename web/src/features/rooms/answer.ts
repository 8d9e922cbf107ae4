import { acknowledgeAlarm } from '@carewatch/contracts/http/alarms'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { acknowledge } from '../../live/acknowledge.ts'
import type { WallAlarm } from './room-state.ts'

/** One tap: "I have seen this and I am on it". */
export async function answerAlarm({ uuid, notification }: WallAlarm): Promise<void> {
  if (notification) return acknowledge(notification)
  await attempt(() => call(acknowledgeAlarm, { params: { uuid }, body: undefined }))
}
