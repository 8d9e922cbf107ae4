import { alarmHistory, alarms } from '@carewatch/migrations/schema/alarms'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { auditLog, users } from '@carewatch/migrations/schema/people'
import { readings } from '@carewatch/migrations/schema/readings'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { beacons, presences, rooms } from '@carewatch/migrations/schema/rooms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, between, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Portal, settle } from './portal.ts'

const HEART_RATE = 1
const NURSE = 'supervisor@demo.test'
const MARGIN_MS = 30 * 60_000
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0

describe.skipIf(!executablePath)('the file of an incident', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  /** A pulse of the demo that somebody answered and that is over. */
  async function aPulse() {
    const [row] = await portal.db
      .select({ alarm: alarms, wearer: wearers, by: users })
      .from(alarms)
      .innerJoin(wearers, eq(wearers.id, alarms.wearerId))
      .innerJoin(users, eq(users.id, alarms.acknowledgedById))
      .where(
        and(
          eq(alarms.kind, 'HEART_RATE'),
          isNotNull(alarms.closedAt),
          sql`${alarms.branchId} = (select branch_id from users where email = ${NURSE})`,
        ),
      )
      .orderBy(asc(alarms.id))
      .limit(1)
    if (!row) throw new Error('The demo has none.')
    return row
  }

  /** Nobody knew where their tag was while this went on, for its gateway was down. */
  async function loseTag({ deviceId, branchId, openedAt }: typeof alarms.$inferSelect) {
    const tag = { mac: '0e00f11e0001', name: 'Lost', deviceType: 'TAG', deviceId, branchId } as const
    const [made] = await portal.db.insert(beacons).values(tag).returning({ id: beacons.id })
    await portal.db.insert(presences).values({
      beaconId: made?.id ?? 0,
      unknown: 'GATEWAY_DOWN',
      since: new Date(openedAt.getTime() - 60_000),
      until: openedAt,
      confidence: 0,
    })
  }

  it('says what the database has, is issued by one press, and is found unchanged by its number', async () => {
    const { db, product } = portal
    const { alarm, wearer, by } = await aPulse()
    const [room] = await db
      .select({ id: rooms.id, name: rooms.name })
      .from(rooms)
      .where(eq(rooms.branchId, alarm.branchId ?? 0))
      .limit(1)
    if (!room) throw new Error('The demo has none.')
    await db.insert(alarmReceipts).values({
      alarmId: alarm.id,
      userId: by.id,
      run: 0,
      channel: 'IN_APP',
      bedsideAt: alarm.acknowledgedAt,
      bedsideRoomId: room.id,
    })
    await loseTag(alarm)
    const screen = await portal.open({ email: NURSE })
    const { page } = screen
    await page.addInitScript('window.print = () => {}')
    await go(screen, `${product.httpUrl}/user/incident-file/${alarm.uuid}`)
    const sheet = page.getByTestId('file')
    expect(await sheet.getByRole('note').count()).toBe(1)
    const text = await sheet.innerText()
    const notes = await db
      .select()
      .from(alarmHistory)
      .where(and(eq(alarmHistory.alarmId, alarm.id), isNotNull(alarmHistory.note)))
    for (const part of [
      `${wearer.firstName} ${wearer.lastName}`,
      String(alarm.value),
      `by their tag in ${room.name}`,
      'Unknown: gateway down',
      `${by.firstName} ${by.lastName}`,
      ...notes.map(({ note }) => note ?? ''),
    ])
      expect(text).toContain(part)
    const around = between(
      readings.time,
      new Date(alarm.openedAt.getTime() - MARGIN_MS),
      new Date(alarm.lastAt.getTime() + MARGIN_MS),
    )
    const [measured] = await db
      .select({ minutes: sql<number>`count(distinct date_bin('1 minute', time, 'epoch'))::int` })
      .from(readings)
      .where(and(eq(readings.deviceId, alarm.deviceId ?? 0), eq(readings.metric, HEART_RATE), around))
    expect(measured?.minutes).toBeGreaterThan(3)
    const graph = page.getByTestId('file-graph').first()
    expect(await graph.locator(':scope > svg g[class*=point] > *').count()).toBe(measured?.minutes)

    await page.getByRole('button', { name: 'Issue and print' }).click()
    const [number = ''] = (await page.getByTestId('seal').locator('dd').first().innerText()).split('\n')
    const [kept] = await db.select().from(incidentFiles).where(eq(incidentFiles.number, number))
    expect(await page.getByTestId('seal').innerText()).toContain(kept?.hash.toString('hex'))
    expect(await sheet.getByRole('note').count()).toBe(0)
    const traces = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityUuid, wearer.uuid), sql`${auditLog.detail} ->> 'facts' = 'incidentFile'`))
      .orderBy(auditLog.id)
    expect(traces.map(({ action }) => action).filter((action) => action !== 'located')).toEqual([
      'viewed',
      'exported',
    ])
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeGreaterThanOrEqual(2)

    await go(screen, `${product.httpUrl}/user/file-check`)
    await page.getByLabel('File number').fill(number)
    await page.getByRole('main').getByRole('button', { name: 'Check a file' }).click()
    await page.getByTestId('finding').waitFor()
    await settle(page)
    expect(await page.getByTestId('finding').getAttribute('data-finding')).toBe('UNCHANGED')
    expect(await page.getByTestId('file').innerText()).toContain(`${wearer.firstName} ${wearer.lastName}`)
    await db
      .update(incidentFiles)
      .set({ content: sql`replace(content, 'HEART_RATE', 'HEART-RATE')` })
      .where(eq(incidentFiles.number, number))
    await page.getByRole('main').getByRole('button', { name: 'Check a file' }).click()
    await expect.poll(() => page.getByTestId('finding').getAttribute('data-finding')).toBe('NOT_AS_ISSUED')
    expect(await page.getByTestId('file').count()).toBe(0)
    expect(screen.complaints).toEqual([])
    await screen.close()
  })
})
