import type { Channel } from '@carewatch/contracts/escalation'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeBack } from '../alarms/take-back.ts'
import { advance } from '../escalation/advance.ts'
import { createFamily, type EngineHarness, ring, startHarness } from '../testing.ts'
import type { Sender } from './channels/channel.ts'
import { createDeliveryWorker } from './delivery-worker.ts'

let harness: EngineHarness
let family: Awaited<ReturnType<typeof createFamily>>
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** A watch on somebody's wrist, with everybody around them. */
async function newFamily() {
  const made = await createFamily(harness)
  const place = { companyId: made.company.id, branchId: made.branch.id }
  const [wearer] = await harness.db
    .insert(wearers)
    .values({ firstName: 'Ruth', ...place })
    .returning()
  const startedAt = new Date('2026-01-01Z')
  await harness.db
    .insert(assignments)
    .values({ wearerId: wearer?.id ?? 0, deviceId: made.device.id, startedAt })
  return made
}
/** Their supervisor has a telephone. */
beforeEach(async () => {
  family = await newFamily()
  const phone = { contactNumber: '+972541234567', sendSms: true }
  await harness.db.update(users).set(phone).where(eq(users.id, family.supervisor.id))
})

const working = new Set<Channel>(['IN_APP', 'SMS'])
const log = pino({ level: 'silent' })
const texts: Sender = { channel: 'SMS', send: () => Promise.resolve({ providerId: null }) }

/** Everything that is due now is sent. */
async function send(): Promise<void> {
  while ((await advance(harness.connection, working)) > 0);
  await createDeliveryWorker({ db: harness.pool, working, log }, texts).send()
}
const rings = async (what: Parameters<typeof ring>[2]) => {
  const id = await ring(harness, family.device.id, what)
  await send()
  return id
}
/** What came of the texts to the supervisor, by alarm. */
async function textsOf(...alarms: number[]): Promise<string[]> {
  const { rows } = await harness.owner.query<{ came: string }>(
    `select concat_ws(' ', state, reason) as came from deliveries where alarm_id = any($1) and user_id = $2 and channel = 'SMS' order by id`,
    [alarms, family.supervisor.id],
  )
  return rows.map(({ came }) => came)
}
const pulse = { kind: 'HEART_RATE', severity: 'HIGH' } as const
const fall = { kind: 'FALL' } as const
const HELD_BACK = 'SUPPRESSED sameIncident'

describe('a second message of one incident within a minute', () => {
  it('is held back, and says why', async () => {
    const first = await rings(fall)
    const second = await rings(pulse)
    expect(await textsOf(first, second)).toEqual(['SENT', HELD_BACK])
  })

  it.each([
    ['a fall after a pulse', pulse, fall],
    ['a call for help after a fall', fall, { kind: 'SOS' }],
    ['a fall after a call for help', { kind: 'SOS' }, fall],
    ['what is critical after what is high', pulse, { kind: 'SPO2', severity: 'CRITICAL' }],
  ] as const)('goes where it is graver, or a call for help: %s', async (_, one, other) => {
    const alarms = [await rings(one), await rings(other)]
    expect(await textsOf(...alarms)).toEqual(['SENT', 'SENT'])
  })

  it('goes where the alarm itself became graver', async () => {
    await rings(fall)
    const id = await rings(pulse)
    await rings({ ...pulse, severity: 'CRITICAL' })
    expect(await textsOf(id)).toEqual([HELD_BACK, 'SENT'])
  })

  it('goes after a minute, after an answer to the first, and where the first did not go', async () => {
    for (const since of [
      `update deliveries set sent_at = sent_at - interval '61 seconds'`,
      `update alarms set acknowledged_at = now() where kind = 'FALL'`,
      `update deliveries set state = 'FAILED' where channel = 'SMS'`,
    ]) {
      await harness.owner.query(
        'update alarms set closed_at = now(), active = false, closed_by_id = acknowledged_by_id, cause = $1',
        ['OTHER'],
      )
      await rings(fall)
      await harness.owner.query(since)
      expect(await textsOf(await rings(pulse))).toEqual(['SENT'])
    }
  })

  it('goes after all where its wearer says that they did not fall', async () => {
    await rings(fall)
    const second = await rings(pulse)
    expect(await textsOf(second)).toEqual([HELD_BACK])
    const cleared = {
      change: 'clear',
      deviceId: family.device.id,
      direction: 'NONE',
      at: new Date(),
    } as const
    await takeBack(harness.connection, { ...cleared, kind: 'FALL' })
    await send()
    expect(await textsOf(second)).toEqual(['SENT'])
  })

  it('goes to whoever was not sent the first', async () => {
    const first = await rings(fall)
    await harness.owner.query(`update deliveries set user_id = $2 where alarm_id = $1 and channel = 'SMS'`, [
      first,
      family.manager.id,
    ])
    expect(await textsOf(await rings(pulse))).toEqual(['SENT'])
  })
})

it('of another person is told to whoever looks after both', async () => {
  const other = await newFamily()
  await harness.db
    .update(users)
    .set({ supervisorId: family.supervisor.id })
    .where(eq(users.id, other.owner.id))
  const before = await ring(harness, other.device.id, { kind: 'SPO2', severity: 'HIGH' })
  await harness.owner.query('update alarms set acknowledged_at = now() where id = $1', [before])
  await rings(fall)
  const second = await ring(harness, other.device.id, pulse)
  await send()
  expect(await textsOf(second)).toEqual(['SENT'])
})
