import type { startScenario as contract } from '@carewatch/contracts/http/simulator'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import type { Services } from '../services.ts'
import { askSimulator } from './ask.ts'

/** The alarm that follows comes the way of every alarm: from the watch. */
export async function startScenario(
  { db, feed }: Pick<Services, 'db' | 'feed'>,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<null> {
  const { uuid, companyId } = await getVisibleDevice(db, caller, { imei: body.imei })
  const answer = await askSimulator(feed, body)
  if (!answer) throw new Refusal('conflict', 'noSimulator')
  if (!answer.started) throw new Refusal('conflict', 'notSimulated')
  const detail = { scenario: body.scenario }
  await audit(db, caller, { action: 'commanded', entity: 'device', uuid, companyId, detail })
  return null
}
