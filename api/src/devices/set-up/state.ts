import type { deviceSetUp } from '@carewatch/contracts/http/device-set-up'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { knownProfile, setUpSmsOf } from '@carewatch/contracts/profiles'
import type { SetUpGap, SetUpMessage, SetUpSms } from '@carewatch/contracts/set-up-sms'
import { deviceStatus } from '@carewatch/migrations/schema/devices'
import { setUpMessages } from '@carewatch/migrations/schema/set-up-messages'
import type { Db } from '@carewatch/platform/database/client'
import { and, desc, eq, gte } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { getVisibleDevice, type VisibleDevice } from '../../access/visible-device.ts'
import { parsePhone } from '../../http/phone.ts'
import type { Services } from '../../services.ts'
import { formatNameOfDevice } from '../models/model.ts'
import type { SetUpChannel } from './channel.ts'

/** Longer than any provider is waited for: whoever sent it is gone, and nobody knows whether it went. */
const GIVEN_UP_MS = 60_000

type Row = typeof setUpMessages.$inferSelect

export function toMessage({ uuid, state, reason, createdAt }: Row, now = new Date()): SetUpMessage {
  const isGivenUp = state === 'QUEUED' && now.getTime() - createdAt.getTime() > GIVEN_UP_MS
  return isGivenUp
    ? { uuid, state: 'FAILED', reason: 'timeout', createdAt }
    : { uuid, state, reason, createdAt }
}

async function smsOf(db: Db, device: VisibleDevice): Promise<SetUpSms | null> {
  const [status] = await db
    .select({ guessed: deviceStatus.guessedProfile })
    .from(deviceStatus)
    .where(eq(deviceStatus.deviceId, device.id))
  const format = await formatNameOfDevice(db, device)
  const { deviceModel: model, chosenProfile: chosen } = device
  return setUpSmsOf(format, knownProfile({ format, model, chosen, guessed: status?.guessed ?? null }))
}

/** What a watch can be sent; everything is there where there is no gap. */
export type Ready = {
  sms: SetUpSms
  host: string
  port: number
  number: string
  provider: NonNullable<SetUpChannel['provider']>
}
export type SetUp = Omit<Reply<typeof deviceSetUp>, 'message' | 'gap'> & { ready: Ready | SetUpGap }

export async function setUpOf(
  db: Db,
  { provider, host, port }: SetUpChannel,
  device: VisibleDevice,
): Promise<SetUp> {
  const sms = await smsOf(db, device)
  const number = parsePhone(device.mobileNumber ?? '')?.contactNumber ?? null
  const readyOr = (): Ready | SetUpGap => {
    if (!sms) return 'setUpNoText'
    if (port === null) return 'setUpClosed'
    if (host === null) return 'setUpNoHost'
    if (number === null) return 'setUpNoNumber'
    return provider ? { sms, host, port, number, provider } : 'setUpNoChannel'
  }
  return { sms, host, port, number, ready: readyOr() }
}

export async function getSetUp(
  { db, setUpChannel }: Pick<Services, 'db' | 'setUpChannel'>,
  viewer: Viewer,
  uuid: string,
): Promise<Reply<typeof deviceSetUp>> {
  const device = await getVisibleDevice(db, viewer, { uuid })
  const { ready, ...known } = await setUpOf(db, setUpChannel, device)
  const [last] = await db
    .select()
    .from(setUpMessages)
    .where(and(eq(setUpMessages.deviceId, device.id), gte(setUpMessages.createdAt, device.changedSince)))
    .orderBy(desc(setUpMessages.createdAt))
    .limit(1)
  return { ...known, gap: typeof ready === 'string' ? ready : null, message: last ? toMessage(last) : null }
}
