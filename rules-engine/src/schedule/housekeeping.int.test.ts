import { deliveries, tasks } from '@carewatch/migrations/schema/alarms'
import { invitations } from '@carewatch/migrations/schema/invitations'
import {
  createApiKey,
  createBeacon,
  createCompany,
  createRejectedMessage,
  createRoom,
  createWebhook,
} from '@carewatch/migrations/factories'
import {
  deviceClaims,
  deviceNetworks,
  identityConflicts,
  pairingCodes,
} from '@carewatch/migrations/schema/proof'
import { roomWalks } from '@carewatch/migrations/schema/room-walks'
import { rejectedMessages } from '@carewatch/migrations/schema/readings'
import { outgoingEvents, outgoingReadings, webhookDeliveries } from '@carewatch/migrations/schema/webhooks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFamily, ring, startHarness, type EngineHarness } from '../testing.ts'
import { housekeeping } from './housekeeping.ts'

const HOUR = 3_600_000
/** Half a day from every limit, so that no changed clock moves one across. */
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR)

describe('keeping house', () => {
  let harness: EngineHarness
  let family: Awaited<ReturnType<typeof createFamily>>
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    family = await createFamily(harness)
  })

  it('brings back a task that was put off, at its time and not before', async () => {
    const task = {
      monitoringType: 'VITALS',
      severity: 'HIGH',
      status: 'DEFERRED',
      dueAt: hoursAgo(0),
    } as const
    const deviceId = family.device.id
    await harness.db.insert(tasks).values([
      { ...task, deviceId, title: 'now', deferredUntil: hoursAgo(1) },
      { ...task, deviceId, title: 'later', deferredUntil: hoursAgo(-1) },
      { ...task, deviceId, title: 'done', status: 'DONE', deferredUntil: hoursAgo(1) },
    ])
    await housekeeping(harness.connection)
    const { title, status, deferredUntil } = tasks
    const kept = await harness.db
      .select({ title, status, until: deferredUntil })
      .from(tasks)
      .where(eq(tasks.deviceId, deviceId))
      .orderBy(tasks.id)
    expect(kept).toMatchObject([
      { title: 'now', status: 'OPEN', until: null },
      { title: 'later', status: 'DEFERRED', until: expect.any(Date) },
      { title: 'done', status: 'DONE' },
    ])
  })

  it('forgets whom somebody invited in vain a quarter of a year ago, and nobody else', async () => {
    const days = (many: number): Date => hoursAgo(24 * many)
    const invitation = { kind: 'RELATIVE', askedById: family.nurse.id } as const
    await harness.db.insert(invitations).values([
      { ...invitation, tokenHash: 'old', lapsesAt: days(91) },
      { ...invitation, tokenHash: 'refused', status: 'REFUSED', lapsesAt: days(91) },
      { ...invitation, tokenHash: 'accepted', status: 'ACCEPTED', lapsesAt: days(91) },
      { ...invitation, tokenHash: 'late', lapsesAt: days(89) },
    ])
    await housekeeping(harness.connection)
    const { tokenHash } = invitations
    const kept = await harness.db.select({ tokenHash }).from(invitations).orderBy(invitations.id)
    expect(kept.map((row) => row.tokenHash)).toEqual(['accepted', 'late'])
  })

  it('forgets what was told outside after 30 days, and what was sent of it', async () => {
    const event = {
      topic: 'alarms',
      change: 'OPENED',
      companyId: 1,
      subjectId: 1,
      subjectUuid: crypto.randomUUID(),
      orderedBy: 'incident 1',
    } as const
    const made = await harness.db
      .insert(outgoingEvents)
      .values([
        { ...event, at: hoursAgo(24 * 31) },
        { ...event, at: hoursAgo(24 * 29) },
      ])
      .returning()
    const company = await createCompany(harness.db)
    const named = { companyId: company.id, createdById: family.nurse.id }
    const { id: apiKeyId } = await createApiKey(harness.db, named)
    const { id: webhookId } = await createWebhook(harness.db, { ...named, apiKeyId })
    await harness.db
      .insert(webhookDeliveries)
      .values(made.map(({ id, at }) => ({ webhookId, eventId: id, orderedBy: 'incident 1', createdAt: at })))
    await housekeeping(harness.connection)
    const left = await harness.db.select().from(webhookDeliveries)
    expect(left.map(({ eventId }) => eventId)).toEqual([made[1]?.id])
    const ids = (await harness.db.select().from(outgoingEvents)).map(({ id }) => id)
    expect([ids.includes(made[0]?.id ?? 0), ids.includes(made[1]?.id ?? 0)]).toEqual([false, true])
  })

  it('forgets readings for webhooks after six hours, and their messages that were settled after a day', async () => {
    const kept = { readings: Buffer.from([1]), count: 1 }
    const made = await harness.db
      .insert(outgoingReadings)
      .values([
        { ...kept, at: hoursAgo(7) },
        { ...kept, at: hoursAgo(5) },
      ])
      .returning()
    const company = await createCompany(harness.db)
    const named = { companyId: company.id, createdById: family.nurse.id }
    const { id: apiKeyId } = await createApiKey(harness.db, named)
    const { id: webhookId } = await createWebhook(harness.db, { ...named, apiKeyId })
    const batch = { webhookId, orderedBy: 'readings', readingsAfter: 1, readingsUntil: 2 } as const
    await harness.db.insert(webhookDeliveries).values([
      { ...batch, state: 'SENT', createdAt: hoursAgo(25) },
      { ...batch, state: 'SENT', createdAt: hoursAgo(23) },
      { ...batch, state: 'QUEUED', createdAt: hoursAgo(25) },
      { webhookId, orderedBy: 'test', state: 'SENT', createdAt: hoursAgo(25) },
    ])
    await housekeeping(harness.connection)
    const ids = (await harness.db.select().from(outgoingReadings)).map(({ id }) => id)
    expect(ids).toEqual([made[1]?.id])
    const isIts = eq(webhookDeliveries.webhookId, webhookId)
    const left = await harness.db.select().from(webhookDeliveries).where(isIts)
    const sort = left.map(({ orderedBy, state }) => `${orderedBy} ${state}`)
    expect(sort.toSorted()).toEqual(['readings QUEUED', 'readings SENT', 'test SENT'])
  })

  it('forgets a network that is not a device’s own after a month, codes at once, decided claims and conflicts after a year', async () => {
    const deviceId = family.device.id
    const days = (many: number): Date => hoursAgo(24 * many)
    const from = { firstSeenAt: days(400), knownAt: null }
    await harness.db.insert(deviceNetworks).values([
      { deviceId, network: 'old', ...from, lastSeenAt: days(31) },
      { deviceId, network: 'young', ...from, lastSeenAt: days(29) },
      { deviceId, network: 'own', ...from, lastSeenAt: days(31), knownAt: days(300) },
    ])
    const code = { deviceId, codeHash: Buffer.from('x') }
    await harness.db.insert(pairingCodes).values([
      { ...code, network: 'old', expiresAt: hoursAgo(0) },
      { ...code, network: 'young', expiresAt: hoursAgo(-1) },
    ])
    const conflict = { deviceId, reason: 'PLACES', evaluatedAt: days(1) } as const
    await harness.db.insert(identityConflicts).values([
      { ...conflict, at: days(367) },
      { ...conflict, at: days(360) },
    ])
    const claim = { name: 'Room 12', deviceModel: 'native' }
    await harness.db.insert(deviceClaims).values([
      { ...claim, imei: 'old', status: 'KEPT', decidedAt: days(367) },
      { ...claim, imei: 'young', status: 'GIVEN', decidedAt: days(360) },
      { ...claim, imei: 'open', createdAt: days(900) },
    ])
    await housekeeping(harness.connection)
    const namesIn = async (text: string) =>
      (await harness.owner.query<{ name: string }>(`${text} order by 1`)).rows.map(({ name }) => name)
    expect(await namesIn('select network as name from device_networks')).toEqual(['own', 'young'])
    expect(await namesIn('select network as name from pairing_codes')).toEqual(['young'])
    expect(await namesIn('select reason as name from identity_conflicts')).toEqual(['PLACES'])
    expect(await namesIn('select imei as name from device_claims')).toEqual(['open', 'young'])
  })

  it('gives up a message that nobody could send for a day, and no younger one', async () => {
    const alarmId = await ring(harness, family.device.id)
    const message = { alarmId, userId: family.nurse.id }
    await harness.db.insert(deliveries).values([
      { ...message, channel: 'EMAIL', nextAt: hoursAgo(36) },
      { ...message, channel: 'SMS', nextAt: hoursAgo(12) },
      { ...message, channel: 'PUSH', nextAt: hoursAgo(36), state: 'SENT' },
    ])
    await housekeeping(harness.connection)
    const { channel, state, reason } = deliveries
    const found = await harness.db
      .select({ channel, state, reason })
      .from(deliveries)
      .where(eq(deliveries.alarmId, alarmId))
      .orderBy(deliveries.id)
    expect(found).toEqual([
      { channel: 'EMAIL', state: 'SUPPRESSED', reason: 'over' },
      { channel: 'SMS', state: 'QUEUED', reason: null },
      { channel: 'PUSH', state: 'SENT', reason: null },
    ])
  })

  it('forgets after a week what nobody could read, and nothing younger', async () => {
    const deviceId = family.device.id
    for (const [detail, days] of [
      ['old', 7.5],
      ['young', 6.5],
    ] as const)
      await createRejectedMessage(harness.db, { deviceId, detail, receivedAt: hoursAgo(days * 24) })
    await housekeeping(harness.connection)
    const { detail } = rejectedMessages
    expect(
      await harness.db
        .select({ detail })
        .from(rejectedMessages)
        .where(eq(rejectedMessages.deviceId, deviceId)),
    ).toEqual([{ detail: 'young' }])
  })

  it('forgets a walk through a room that was begun and left, and no other', async () => {
    const { branchId } = family.device
    if (branchId === null) throw new Error('The watch has no branch.')
    const room = await createRoom(harness.db, branchId)
    const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000)
    const walk = async (values: { startedAt: Date; endedAt?: Date }) => {
      const { id: beaconId } = await createBeacon(harness.db, { branchId })
      const place = { branchId, roomId: room.id, userId: family.nurse.id }
      await harness.db.insert(roomWalks).values({ ...place, beaconId, ...values })
      return values.startedAt
    }
    const going = await walk({ startedAt: secondsAgo(230) })
    await walk({ startedAt: secondsAgo(250) })
    const done = await walk({ startedAt: secondsAgo(900), endedAt: secondsAgo(840) })
    await housekeeping(harness.connection)
    const kept = await harness.db
      .select({ startedAt: roomWalks.startedAt })
      .from(roomWalks)
      .where(eq(roomWalks.roomId, room.id))
      .orderBy(roomWalks.id)
    expect(kept.map(({ startedAt }) => startedAt)).toEqual([going, done])
  })
})
