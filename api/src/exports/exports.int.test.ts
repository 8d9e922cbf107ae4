import { createDevice } from '@carewatch/migrations/factories'
import { relatives } from '@carewatch/migrations/schema/devices'
import { positions } from '@carewatch/migrations/schema/readings'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createCompanyFixture,
  type CompanyFixture,
  minutesAgo,
  raiseAlarm,
  record,
} from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const take = (path: string, as: Role = 'SUPERVISOR') =>
  harness.exchange('GET', `/export/${path}`, { token: fixture.people[as].token })
const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n')
const pulse = (minutes: number) =>
  record(harness, fixture.device.id, { metric: 'heartRate', minutes, every: 1, value: (i) => 60 + (i % 40) })

describe('a table', () => {
  it('of readings opens in a spreadsheet, and says nothing of who it is about', async () => {
    await pulse(3)
    await record(harness, fixture.device.id, {
      metric: 'temperature',
      minutes: 2,
      every: 2,
      value: () => 36.6,
    })
    const { text, headers, status } = await take(`readings.csv?imei=${fixture.device.imei}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const fileName = new RegExp(
      `^attachment; filename="carewatch-readings-${fixture.device.imei}-[\\d-]+\\.csv"$`,
    )
    expect(headers.get('content-disposition')).toMatch(fileName)
    expect(linesOf(text)).toEqual([
      'time,metric,value,unit,quality',
      expect.stringMatching(/^[\d-]+T[\d:.]+Z,heartRate,60,bpm,$/),
      expect.stringContaining(',heartRate,61,bpm,'),
      expect.stringContaining(',heartRate,62,bpm,'),
      expect.stringContaining(',temperature,36.6,°C,'),
    ])
  })

  it('of readings says in a word what was not measured on the wrist', async () => {
    const device = await createDevice(harness.db, {
      companyId: fixture.company.id,
      branchId: fixture.branch.id,
    })
    const of = { minutes: 20, every: 10 } as const
    await record(harness, device.id, { ...of, metric: 'heartRate', value: (i) => 70 + i })
    await record(harness, device.id, { ...of, metric: 'steps', value: () => 500 })
    await record(harness, device.id, { ...of, metric: 'wearing', value: (i) => (i === 0 ? 0 : 1) })
    const { text } = await take(`readings.csv?imei=${device.imei}`)
    const cells = linesOf(text).map((line) => line.split(',').slice(1).join())
    expect(cells.slice(1)).toEqual(
      expect.arrayContaining(['heartRate,70,bpm,WORTHLESS', 'heartRate,71,bpm,', 'steps,500,,']),
    )
  })

  it('begins with the mark by which Hebrew is read, and never runs what somebody typed', async () => {
    const { device, company, branch } = fixture
    const titles = ['=HYPERLINK("http://x")', '+1', '-1', '@sum', '\tx', 'בדיקה, "שלום"', 'a\nb']
    await harness.db.insert(tasks).values(
      titles.map((title) => ({
        title,
        deviceId: device.id,
        companyId: company.id,
        branchId: branch.id,
        monitoringType: 'TASK' as const,
        severity: 'LOW' as const,
        dueAt: new Date(),
      })),
    )
    const response = await fetch(`${harness.api.url}/api/export/tasks.csv`, {
      headers: { authorization: `Bearer ${fixture.people.SUPERVISOR.token}` },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = bytes.toString()
    for (const cell of [
      `"'=HYPERLINK(""http://x"")"`,
      `,"'+1",`,
      `,"'-1",`,
      `,"'@sum",`,
      `,"'\tx",`,
      `"בדיקה, ""שלום"""`,
      `"a\nb"`,
    ])
      expect(text).toContain(cell)
  })

  it('keeps a negative number a number', async () => {
    const place = { lat: -33.9, lng: -0.12, accuracyM: 8 }
    await harness.db.insert(positions).values({ deviceId: fixture.device.id, time: minutesAgo(5), ...place })
    const { text } = await take(`positions.csv?imei=${fixture.device.imei}`)
    expect(linesOf(text)[1]).toMatch(/Z,-33.9,-0.12,8,GPS$/)
  })

  it('is an array for programs, also when there is nothing', async () => {
    const { alarm } = await raiseAlarm(harness, fixture)
    await raiseAlarm(harness, await createCompanyFixture(harness))
    const parsed = (text: string): unknown => JSON.parse(text)
    expect(parsed((await take('alarms.json')).text)).toMatchObject([
      { uuid: alarm.uuid, kind: 'HEART_RATE', deviceIMEI: fixture.device.imei, closedAt: null },
    ])
    expect(parsed((await take('tasks.json')).text)).toHaveLength(1)
    expect(parsed((await take(`readings.json?imei=${fixture.device.imei}`)).text)).toEqual([])
  })

  it('covers the time that was asked for, and one metric', async () => {
    await pulse(60)
    const { imei } = fixture.device
    const span = `from=${minutesAgo(30.5).toISOString()}&to=${minutesAgo(10.5).toISOString()}`
    expect(linesOf((await take(`readings.csv?imei=${imei}&${span}`)).text)).toHaveLength(1 + 20)
    expect(linesOf((await take(`readings.csv?imei=${imei}&metric=spo2`)).text)).toHaveLength(1)
    const errors = async (query: string) =>
      (await take(`readings.csv?imei=${imei}&${query}`)).json?.context.errors
    expect(await errors('from=2020-01-01T00:00:00Z')).toEqual({ from: 'covers too long a time' })
    expect(await errors('from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z')).toEqual({
      from: 'must be before the end',
    })
    expect((await take('readings.csv')).status).toBe(400)
  })

  it('goes on page after page without losing or doubling a row, also where many have one time', async () => {
    const { id } = fixture.people.SUPERVISOR
    const at = minutesAgo(60)
    const { device, company, branch } = fixture
    await harness.db.execute(sql`
      insert into tasks (title, device_id, company_id, branch_id, monitoring_type, severity, due_at, created_by_id, created_at)
      select 'Task ' || n, ${device.id}, ${company.id}, ${branch.id}, 'TASK', 'LOW', now(), ${id},
        ${at.toISOString()}::timestamptz + (n / 3000) * interval '1 second' from generate_series(1, 7000) n`)
    const lines = linesOf((await take('tasks.csv')).text).slice(1)
    expect(lines).toHaveLength(7_000)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(7_000)
  })
})

describe('an export', () => {
  it('leaves a trace that the owner of the watch sees', async () => {
    await take(`readings.csv?imei=${fixture.device.imei}`)
    await take('tasks.csv')
    const traces = await harness.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, fixture.people.SUPERVISOR.id))
      .orderBy(asc(auditLog.id))
    expect(traces).toMatchObject([
      { action: 'exported', entity: 'device', entityUuid: fixture.device.uuid, detail: { kind: 'readings' } },
      { action: 'exported', entity: 'export', detail: { kind: 'tasks', format: 'csv' } },
    ])
    const { token } = fixture.people.OWNER
    const { context } = await harness.call('GET', `/devices/viewings/${fixture.device.uuid}`, { token })
    expect(context.viewings).toMatchObject([{ action: 'exported', user: { name: 'Nora Nurse' } }])
  })

  it('is of what one may see: no location without the grant, no alarms for a relative, nothing of others', async () => {
    const { imei } = fixture.device
    expect((await take(`positions.csv?imei=${imei}`, 'RELATIVE')).status).toBe(200)
    await harness.db.update(relatives).set({ maySeeLocation: false })
    expect((await take(`positions.csv?imei=${imei}`, 'RELATIVE')).status).toBe(403)
    expect((await take(`readings.csv?imei=${imei}`, 'RELATIVE')).status).toBe(200)
    expect((await take('alarms.csv', 'RELATIVE')).status).toBe(403)
    expect((await take('tasks.csv', 'OWNER')).status).toBe(403)
    fixture = await createCompanyFixture(harness)
    for (const path of ['readings.csv', 'positions.json', 'alarms.csv', 'tasks.json'])
      expect((await take(`${path}?imei=${imei}`)).status).toBe(404)
  })

  it('of very many rows comes piece by piece, and the server holds few of them at once', async () => {
    const device = await createDevice(harness.db, {
      ownerId: fixture.people.OWNER.id,
      companyId: fixture.company.id,
    })
    await harness.db.execute(sql`
      insert into readings (device_id, metric, time, value)
      select ${device.id}, 1, now() - n * interval '1 minute', 60 + n % 60 from generate_series(1, 300000) n`)
    const from = minutesAgo(300_010).toISOString()
    const before = process.memoryUsage().heapUsed
    const response = await fetch(
      `${harness.api.url}/api/export/readings.csv?imei=${device.imei}&from=${from}`,
      {
        headers: { authorization: `Bearer ${fixture.people.OWNER.token}`, 'accept-encoding': 'identity' },
      },
    )
    let [rows, pieces, most] = [0, 0, 0]
    for await (const piece of response.body ?? []) {
      rows += Buffer.from(piece).toString().split('\r\n').length - 1
      pieces += 1
      if (pieces % 50 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before)
    }
    expect(rows).toBe(300_001)
    expect(pieces).toBeGreaterThan(100)
    // The rows alone, all held at once, take more than that.
    expect(most).toBeLessThan(150_000_000)
  }, 60_000)

  it('waits where two of one person’s are still on their way, and goes on when one was dropped', async () => {
    const device = await createDevice(harness.db, {
      ownerId: fixture.people.OWNER.id,
      companyId: fixture.company.id,
    })
    await harness.db.execute(sql`
      insert into readings (device_id, metric, time, value)
      select ${device.id}, 1, now() - n * interval '1 minute', 70 from generate_series(1, 300000) n`)
    const query = `readings.csv?imei=${device.imei}&from=${minutesAgo(300_010).toISOString()}`
    const authorization = `Bearer ${fixture.people.OWNER.token}`
    const begin = () =>
      fetch(`${harness.api.url}/api/export/${query}`, {
        headers: { authorization, 'accept-encoding': 'identity' },
      })
    const [first, second] = [await begin(), await begin()]
    const third = await take(query, 'OWNER')
    expect(third).toMatchObject({ status: 429, headers: expect.anything() })
    expect(third.headers.get('retry-after')).toBe('10')
    expect((await take('tasks.csv')).status).toBe(200)
    await first.body?.cancel()
    await until(
      'its turn is free',
      async () => (await take(`readings.csv?imei=${device.imei}&metric=spo2`, 'OWNER')).status === 200,
    )
    await second.body?.cancel()
  }, 60_000)
})

describe('people', () => {
  it('are named in no file name', async () => {
    await harness.db.update(users).set({ firstName: 'Zelda' }).where(eq(users.id, fixture.people.OWNER.id))
    for (const path of [`readings.csv?imei=${fixture.device.imei}`, `fhir/${fixture.device.imei}`]) {
      const { headers, text } = await take(path, 'OWNER')
      expect(`${headers.get('content-disposition')}${text}`).not.toContain('Zelda')
    }
  })
})
