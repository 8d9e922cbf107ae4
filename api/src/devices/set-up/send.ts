import type { DeliveryReason } from '@carewatch/contracts/escalation'
import { Refusal } from '@carewatch/contracts/refusal'
import {
  SET_UP_A_DAY,
  SET_UP_AGAIN_SECONDS,
  type SetUpMessage,
  setUpText,
} from '@carewatch/contracts/set-up-sms'
import { devices } from '@carewatch/migrations/schema/devices'
import { companies } from '@carewatch/migrations/schema/people'
import { setUpMessages } from '@carewatch/migrations/schema/set-up-messages'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import { partsOf } from '@carewatch/platform/messages/sms/parts'
import { and, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import { getVisibleDevice, type VisibleDevice } from '../../access/visible-device.ts'
import type { Services } from '../../services.ts'
import { type Ready, setUpOf, toMessage } from './state.ts'

/** As long as a person may wait for the answer. */
const SENT_WITHIN_MS = 10_000
/** What is of no company goes on whoever runs the portal's account, which is as long as a company's usual one. */
const NOBODYS_PARTS_A_DAY = 500
const [COMPANY_LOCK, NUMBER_LOCK] = [27, 28]

type Row = typeof setUpMessages.$inferSelect
type Order = { device: VisibleDevice; number: string; parts: number }

const since = (seconds: number) => gt(setUpMessages.createdAt, sql`now() - ${seconds} * interval '1 second'`)
const DAY_SECONDS = 86_400
/** What went, or may have: not what never left, nor what the provider did not take. */
const isSpent = or(
  ne(setUpMessages.state, 'FAILED'),
  eq(setUpMessages.reason, 'timeout'),
  isNotNull(setUpMessages.providerId),
)

type ToNumber = { lately: number; today: number }

/** To the watch and to whatever has its number, whosever that is: one telephone gets them all. */
async function sentTo(tx: Db, { device, number }: Order): Promise<ToNumber> {
  await tx.execute(sql`select pg_advisory_xact_lock(${NUMBER_LOCK}::int, hashtext(${number}))`)
  // unscoped: how many went to a number, of any company, and nothing else of them
  const [sent] = await tx
    .select({
      lately: sql<number>`(count(*) filter (where ${since(SET_UP_AGAIN_SECONDS)}))::int`,
      today: sql<number>`count(*)::int`,
    })
    .from(setUpMessages)
    .innerJoin(devices, eq(devices.id, setUpMessages.deviceId))
    .where(and(or(eq(devices.id, device.id), eq(devices.mobileNumber, number)), isSpent, since(DAY_SECONDS)))
  return sent ?? { lately: 0, today: 0 }
}

async function refuseAgain(tx: Db, order: Order): Promise<void> {
  const { lately, today } = await asItself(tx, () => sentTo(tx, order))
  if (lately > 0) throw new Refusal('tooMany', 'setUpTooSoon', { retryAfterSeconds: SET_UP_AGAIN_SECONDS })
  if (today >= SET_UP_A_DAY) throw new Refusal('tooMany', 'setUpTooMany')
}

/** On an account of its own, as long as that of the company's alarms: what is spent here is not missing there. */
async function refuseSpent(tx: Db, { companyId }: VisibleDevice, parts: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${COMPANY_LOCK}::int, ${companyId ?? 0}::int)`)
  const isIts = companyId === null ? isNull(setUpMessages.companyId) : eq(setUpMessages.companyId, companyId)
  // unscoped: the account is that of the company of a device that was found before
  const [spent] = await tx
    .select({ parts: sql<number>`coalesce(sum(${setUpMessages.parts}), 0)::int` })
    .from(setUpMessages)
    .where(and(isIts, isSpent, since(DAY_SECONDS)))
  const [company] =
    companyId === null
      ? []
      : await tx
          .select({ allowed: companies.smsPartsADay })
          .from(companies)
          .where(eq(companies.id, companyId))
  if ((spent?.parts ?? 0) + parts > (company?.allowed ?? NOBODYS_PARTS_A_DAY))
    throw new Refusal('tooMany', 'setUpSpent')
}

/** It is on the account, and in the history, before it goes; of two who press at once, the second is refused. */
const reserve = (db: Db, caller: Caller, order: Order): Promise<Row> =>
  db.transaction(async (tx) => {
    const { device, parts } = order
    await tx.select({ id: devices.id }).from(devices).where(eq(devices.id, device.id)).for('no key update')
    await refuseAgain(tx, order)
    await refuseSpent(tx, device, parts)
    const { id: deviceId, companyId, uuid } = device
    const [row] = await tx.insert(setUpMessages).values({ deviceId, companyId, parts }).returning()
    if (!row) throw new Refusal('unavailable')
    const detail = { kind: 'SET_UP_SMS' }
    await audit(tx, caller, { action: 'commanded', entity: 'device', uuid, companyId, detail })
    return row
  })

type Outcome = { state: 'SENT'; providerId: string | null } | { state: 'FAILED'; reason: DeliveryReason }

async function hand({ provider, number }: Ready, id: string, text: string): Promise<Outcome> {
  try {
    const providerId = await provider({ id, to: number, text }, AbortSignal.timeout(SENT_WITHIN_MS))
    return { state: 'SENT', providerId }
  } catch (error) {
    if (error instanceof NotSent) return { state: 'FAILED', reason: error.reason }
    throw error
  }
}

/** Points a watch to this server by SMS. The password is in the text alone, and the text is kept nowhere: what is lost on the way is sent by a person again. */
export async function sendSetUpSms(
  { db, setUpChannel }: Pick<Services, 'db' | 'setUpChannel'>,
  caller: Caller,
  { uuid, password }: { uuid: string; password?: string | undefined },
): Promise<{ message: SetUpMessage }> {
  const device = await getVisibleDevice(db, caller, { uuid })
  const { ready } = await setUpOf(db, setUpChannel, device)
  if (typeof ready === 'string') throw new Refusal('conflict', ready)
  const { sms, host, port, number } = ready
  const text = setUpText(sms, { host, port, password: password ?? sms.usualPassword })
  const reserved = await reserve(db, caller, { device, number, parts: partsOf(text).count })
  const outcome = await hand(ready, reserved.uuid, text)
  const [row] = await db
    .update(setUpMessages)
    .set(outcome)
    .where(and(eq(setUpMessages.id, reserved.id), eq(setUpMessages.state, 'QUEUED')))
    .returning()
  return { message: toMessage(row ?? reserved) }
}
