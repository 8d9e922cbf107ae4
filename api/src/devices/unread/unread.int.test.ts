import { BYTES_SHOWN } from '@carewatch/contracts/http/unread-messages'
import {
  createCompany,
  createDevice,
  createGateway,
  createRejectedMessage,
} from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { rejectedMessages } from '@carewatch/migrations/schema/readings'
import { openTimescale } from '@carewatch/platform/database/client'
import { and, eq, inArray } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadViewer } from '../../access/viewer.ts'
import { minutesAgo } from '../../testing/fixtures.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { listUnreadGroups } from './groups.ts'
import { listUnreadMessages } from './messages.ts'
import { countReadable } from './readable.ts'

let harness: Harness
let token: string
let facts: pg.Pool
beforeAll(async () => {
  harness = await startHarness()
  token = (await harness.person('ADMIN')).token
  facts = openTimescale(harness.url, 1)
})
afterAll(async () => {
  await facts.end()
  await harness.close()
})
beforeEach(async () => {
  await harness.db.delete(rejectedMessages)
})

type Kept = Parameters<typeof createRejectedMessage>[1] & { minutes?: number }

/** One that is kept of this device; the newest is kept last. */
async function keep({ minutes = 1, ...values }: Kept): Promise<number> {
  const receivedAt = minutesAgo(minutes)
  return (await createRejectedMessage(harness.db, { receivedAt, ...values })).id
}

const ask = (path: string, who = token) => harness.call('GET', `/devices/unread${path}`, { token: who })
const unknown = { isGateway: false, format: 'watch-iw', reason: 'unknownMessage' }

describe('what could not be read', () => {
  it('is counted by model, format, kind, reason and code, of how many devices, from when to when', async () => {
    const [one, two] = [
      await createDevice(harness.db, { deviceModel: 'Alpha' }),
      await createDevice(harness.db, { deviceModel: 'Alpha' }),
    ]
    const other = await createDevice(harness.db, { deviceModel: 'Beta' })
    const gateway = await createGateway(harness.db, { model: 'minew-gateway-json' })
    await keep({ deviceId: one.id, minutes: 90 })
    await keep({ deviceId: one.id, minutes: 60 })
    const newest = await keep({ deviceId: two.id, minutes: 5 })
    await keep({ deviceId: one.id, opcode: 'AP10', reason: 'unknownEvent', detail: '55' })
    await keep({ deviceId: one.id, opcode: 'AP10', reason: 'unknownEvent', detail: '56' })
    await keep({ deviceId: other.id })
    // What the database complained of differs with each message, and is one group.
    await keep({ gatewayId: gateway.id, format: null, opcode: null, reason: 'database', detail: 'a' })
    await keep({ gatewayId: gateway.id, format: null, opcode: null, reason: 'database', detail: 'b' })
    // Batches that could not be evaluated are nobody's message.
    await keep({ topic: 'pending_evaluations' })

    const { groups, total, models } = (await ask('')).context
    expect({ total, models }).toEqual({ total: 5, models: ['Alpha', 'Beta', 'minew-gateway-json'] })
    expect(groups[0]).toMatchObject({ ...unknown, id: newest, model: 'Alpha', opcode: 'APZQ', code: 'APZQ' })
    expect(groups[0]).toMatchObject({ messages: 3, devices: 2 })
    const { rows } = await facts.query<{ first: Date; last: Date }>(
      `select min(received_at) as first, max(received_at) as last from rejected_messages
       where device_id = any($1) and opcode = 'APZQ'`,
      [[one.id, two.id]],
    )
    expect([new Date(groups[0].firstAt), new Date(groups[0].lastAt)]).toEqual([rows[0]?.first, rows[0]?.last])
    expect(groups[1]).toMatchObject({
      model: 'minew-gateway-json',
      isGateway: true,
      opcode: null,
      code: null,
      messages: 2,
      devices: 1,
    })
    expect(groups.slice(2)).toMatchObject([
      { code: '55', opcode: 'AP10', messages: 1 },
      { code: '56', messages: 1 },
      { model: 'Beta', messages: 1 },
    ])
  })

  it('is narrowed by days, model, reason and device, and comes page by page', async () => {
    const device = await createDevice(harness.db, { deviceModel: 'Alpha' })
    const other = await createDevice(harness.db, { deviceModel: 'Beta' })
    await keep({ deviceId: device.id, minutes: 3 * 24 * 60, opcode: 'AP01' })
    await keep({ deviceId: device.id, opcode: 'AP02' })
    await keep({ deviceId: other.id, opcode: 'AP03', reason: 'shape' })
    const opcodes = async (query: string) =>
      (await ask(query)).context.groups.map(({ opcode }: { opcode: string }) => opcode)
    expect(await opcodes('')).toEqual(['AP01', 'AP02', 'AP03'])
    expect(await opcodes('?days=1')).toEqual(['AP02', 'AP03'])
    expect(await opcodes('?model=Alpha')).toEqual(['AP01', 'AP02'])
    expect(await opcodes('?reason=shape')).toEqual(['AP03'])
    expect(await opcodes(`?device=${other.uuid}`)).toEqual(['AP03'])
    const { groups, total, models } = (await ask('?size=1&page=2&model=Alpha')).context
    expect({ total, models, length: groups.length }).toEqual({
      total: 2,
      models: ['Alpha', 'Beta'],
      length: 1,
    })
    for (const wrong of ['?days=8', '?days=0', '?reason=none', '?size=201', '?device=x', '?other=1'])
      expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 400])
  })

  it('is shown with its bytes, the newest first, so many at a time', async () => {
    const device = await createDevice(harness.db, { name: 'Watch of room 3' })
    const ids = []
    for (let n = 0; n < 5; n++) ids.push(await keep({ deviceId: device.id, line: `IWAPZQ,${n}#` }))
    const long = await keep({ deviceId: device.id, payload: Buffer.alloc(BYTES_SHOWN + 9, 0xab) })
    await keep({ deviceId: device.id, opcode: 'APZX' })
    const first = (await ask(`/messages/${ids[0]}?size=2`)).context
    expect(first.group).toMatchObject({ ...unknown, opcode: 'APZQ' })
    expect(first.messages[0]).toMatchObject({
      id: long,
      size: BYTES_SHOWN + 9,
      hex: 'ab'.repeat(BYTES_SHOWN),
      text: null,
    })
    const read = [...first.messages]
    let { next } = first
    while (next !== null) {
      const page = (await ask(`/messages/${ids[0]}?size=2&before=${next}`)).context
      read.push(...page.messages)
      ;({ next } = page)
    }
    const { rows } = await facts.query<{ id: string; payload: Buffer }>(
      `select id, payload from rejected_messages where opcode = 'APZQ' order by id desc`,
    )
    expect(read.map(({ id }: { id: number }) => id)).toEqual(rows.map(({ id }) => Number(id)))
    const last = rows.at(-1)
    expect(read.at(-1)).toMatchObject({
      hex: last?.payload.toString('hex'),
      text: last?.payload.toString(),
      size: last?.payload.length,
      device: { uuid: device.uuid, name: 'Watch of room 3' },
      gateway: null,
    })
    for (const wrong of [`/${ids[0]}?size=51`, '/x', '/0', `/${ids[0]}?before=0`])
      expect([wrong, (await ask(`/messages${wrong}`)).status]).toEqual([wrong, 400])
    expect((await ask('/messages/999999999')).status).toBe(404)
  })

  it('is for administrators, who leave a trace where they saw bytes, and none where they saw counts', async () => {
    const company = await createCompany(harness.db)
    const device = await createDevice(harness.db, { companyId: company.id })
    const id = await keep({ deviceId: device.id })
    const admin = await harness.person('ADMIN')
    const paths = ['', `/messages/${id}`, `/readable/${id}`]
    for (const role of ['MANAGER', 'SUPERVISOR', 'MONITOR', 'OWNER'] as const) {
      const other = await harness.person(role, { companyId: company.id })
      for (const path of paths)
        expect([role, path, (await ask(path, other.token)).status]).toEqual([role, path, 403])
    }
    const traces = async () => {
      const rows = await harness.db
        .select({ action: auditLog.action, about: auditLog.entityUuid })
        .from(auditLog)
        .where(and(eq(auditLog.userId, admin.id), inArray(auditLog.action, ['viewed', 'located'])))
      return rows.map(({ action, about }) => `${action} ${about}`).toSorted()
    }
    await ask('', admin.token)
    await ask(`/messages/${id}`, admin.token)
    await vi.waitFor(async () =>
      expect(await traces()).toEqual([`located ${device.uuid}`, `viewed ${device.uuid}`]),
    )
    const own = await createDevice(harness.db, { companyId: company.id })
    const unseen = await keep({ deviceId: own.id })
    await ask(`?device=${own.uuid}`, admin.token)
    await ask(`/readable/${unseen}`, admin.token)
    await ask(`/messages/${id}?device=${device.uuid}`, admin.token)
    expect(await traces()).toHaveLength(2)
  })

  it('of another company is nobody’s but the administrators’, nor what came before a device changed hands', async () => {
    const [ours, theirs] = [await createCompany(harness.db), await createCompany(harness.db)]
    const mine = await createDevice(harness.db, { companyId: ours.id, deviceModel: 'Mine' })
    const foreign = await createDevice(harness.db, { companyId: theirs.id, deviceModel: 'Foreign' })
    const gateway = await createGateway(harness.db, { companyId: theirs.id, model: 'Foreign gateway' })
    await harness.db
      .update(devices)
      .set({ companySince: minutesAgo(60) })
      .where(eq(devices.id, mine.id))
    await keep({ deviceId: mine.id, minutes: 120 })
    const shown = await keep({ deviceId: mine.id, minutes: 30 })
    const hidden = [await keep({ deviceId: foreign.id }), await keep({ gatewayId: gateway.id })]
    const manager = await harness.person('MANAGER', { companyId: ours.id })
    const viewer = await loadViewer(harness.db, manager.uuid)
    if (!viewer) throw new Error('a manager who is signed in is somebody')
    const { db } = harness
    const { messages } = await listUnreadMessages(db, viewer, { message: shown, size: 10 })
    expect(messages.map(({ id }) => id)).toEqual([shown])
    const { models } = await listUnreadGroups(db, viewer, { days: 7, page: 1, size: 25 })
    expect(models).not.toContain('Foreign')
    expect(models).not.toContain('Foreign gateway')
    // Beyond the last page there is nothing more, and not nothing at all.
    const second = await createDevice(harness.db, { companyId: ours.id, deviceModel: 'Mine too' })
    await keep({ deviceId: second.id })
    const beyond = await listUnreadGroups(db, viewer, { days: 7, page: 9, size: 25 })
    expect(beyond).toMatchObject({ groups: [], total: 1 })
    for (const id of hidden) {
      await expect(listUnreadMessages(db, viewer, { message: id, size: 10 })).rejects.toMatchObject({
        code: 'notFound',
      })
      await expect(countReadable(db, viewer, { message: id })).rejects.toMatchObject({ code: 'notFound' })
    }
  })
})

describe('what the codecs of this version would read of it', () => {
  it('is counted without anything being stored, ringing or going', async () => {
    const device = await createDevice(harness.db)
    const off = await createDevice(harness.db, { isActive: false })
    const at = Math.floor(minutesAgo(180).getTime() / 1_000)
    const id = await keep({ deviceId: device.id, line: 'IWAPSP,97#' })
    await keep({ deviceId: device.id, line: `IWAPFD,353456789012345,${at}#`, minutes: 180 })
    await keep({ deviceId: device.id, line: 'IWAPZQ,1#' })
    await keep({ deviceId: off.id, line: 'IWAPSP,97#' })
    const counts = async () =>
      (
        await facts.query(
          `select (select count(*) from rejected_messages) as kept, (select count(*) from pending_evaluations) as pending,
            (select count(*) from readings where device_id = $1) as readings, (select count(*) from device_events where device_id = $1) as events`,
          [device.id],
        )
      ).rows
    const before = await counts()
    expect((await ask(`/readable/${id}`)).context).toEqual({ tried: 3, readable: 2, calls: 1 })
    expect(await counts()).toEqual(before)
  })

  it('is nothing of what is not tried again, and of the newest alone where there are many', async () => {
    const device = await createDevice(harness.db)
    const refused = await keep({ deviceId: device.id, reason: 'range', line: 'IWAPSP,97#' })
    expect((await ask(`/readable/${refused}`)).context).toMatchObject({ tried: 0 })
    await facts.query(
      `insert into rejected_messages (device_id, topic, format, opcode, reason, detail, payload)
       select $1, 'tcp/watch-iw', 'watch-iw', 'APZQ', 'unknownMessage', 'APZQ', convert_to('IWAPSP,97#', 'utf8') from generate_series(1, 2300)`,
      [device.id],
    )
    const id = await keep({ deviceId: device.id })
    expect((await ask(`/readable/${id}`)).context).toEqual({ tried: 2_000, readable: 1_999, calls: 0 })
  })
})
