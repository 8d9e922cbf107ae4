import { createDevice, createRoom } from '@carewatch/migrations/factories'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { positions } from '@carewatch/migrations/schema/readings'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import messages from '@carewatch/contracts/messages/en.json' with { type: 'json' }
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { published } from '../watches.ts'
import { faultsOf } from './axe.ts'
import { go, openPortal, type Portal, type Screen } from './portal.ts'

const NURSE = 'supervisor@demo.test'
const PEOPLE = 60
const HOUR_MS = 3_600_000

/** Who calls, and somebody who does not. */
const RUTH = { firstName: 'Ruth', lastName: 'Alarmed', bed: '2' }
const SPARE = 'Spare watch 4'
const SAUL = { firstName: 'Saul', lastName: 'Measured', bed: '1' }

const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000 })

describe.skipIf(!executablePath)('the board of people', () => {
  let portal: Portal
  let screen: Screen
  const watches = new Map<string, { imei: string; client: MqttClient; id: number }>()

  const connectedAs = ({ imei, password }: { imei: string; password: string }): Promise<MqttClient> =>
    connectAsync(portal.product.mqttUrl, { username: imei, password, clientId: imei })

  /** Sixty in the house of the nurse, of whom nobody waits. */
  async function fillHouse(): Promise<void> {
    const { db } = portal
    const now = new Date()
    await db.update(alarms).set({ closedAt: now, active: false, acknowledgedAt: now, cause: 'TEST' })
    await db.update(notifications).set({ acknowledgedAt: now })
    const [nurse] = await db.select().from(users).where(eq(users.email, NURSE))
    if (!nurse?.branchId || !nurse.companyId) throw new Error('The nurse of the demo works nowhere.')
    const place = { companyId: nurse.companyId, branchId: nurse.branchId }
    const room = await createRoom(db, place.branchId, { name: 'Room 977' })
    const here = and(eq(wearers.branchId, place.branchId), isNull(wearers.deletedAt))
    const known = await db.$count(wearers, and(here, sql`${wearers.status} in ('ACTIVE', 'AWAY')`))
    const filler = Array.from({ length: PEOPLE - known - 2 }, (_, index) => ({
      firstName: 'Person',
      lastName: String(index),
    }))
    const spare = await createDevice(db, { ...place, name: SPARE })
    watches.set(SPARE, { imei: spare.imei, client: await connectedAs(spare), id: spare.id })
    for (const person of [RUTH, SAUL, ...filler]) {
      const [wearer] = await db
        .insert(wearers)
        .values({ ...person, ...place, roomId: room.id })
        .returning()
      const watch = await createDevice(db, place)
      const { id, imei } = watch
      const startedAt = new Date(Date.now() - HOUR_MS)
      await db.insert(assignments).values({ wearerId: wearer?.id ?? 0, deviceId: id, startedAt })
      if (person !== RUTH && person !== SAUL) continue
      watches.set(person.lastName, { imei, client: await connectedAs(watch), id })
    }
  }

  beforeAll(async () => {
    portal = await openPortal()
    await fillHouse()
    screen = await portal.open({ email: NURSE }, { width: 1920, height: 1080 })
    await go(screen, `${portal.product.httpUrl}/admin/ward`)
  })
  afterAll(async () => {
    for (const { client } of watches.values()) await client.endAsync(true)
    await portal.close()
  })

  const cells = () => screen.page.getByTestId('ward-cell')
  const cellOf = (name: string) => cells().filter({ hasText: name })
  const report = async (
    { lastName }: Pick<typeof RUTH, 'lastName'>,
    topic: string,
    payload: object,
  ): Promise<void> => {
    const watch = watches.get(lastName)
    if (!watch) throw new Error('They wear nothing.')
    await published(watch.client, `watch/${watch.imei}/${topic}`, JSON.stringify(payload))
  }

  /** Which cells lie outside of the window, hold more than they show, or do not show who it is, what happened or the button. */
  const faultyCells = (): Promise<string[]> =>
    screen.page.evaluate(`[...document.querySelectorAll('[data-testid=ward-cell]')].filter((cell) => {
      const { top, bottom, left, right } = cell.getBoundingClientRect()
      const isOutside = top < 0 || left < 0 || bottom > innerHeight || right > innerWidth
      const isCut = [...cell.querySelectorAll('h2, [data-testid=ward-alarm] b, button')].some((part) => {
        const of = part.getBoundingClientRect()
        return of.bottom > bottom + 1 || of.right > right + 1 || of.left < left - 1
      })
      return isOutside || isCut || cell.scrollHeight > cell.clientHeight + 1
    }).map((cell) => cell.textContent)`)

  it('shows sixty on a wall of 1920x1080, none of them outside of it, and takes the menu away', async () => {
    const { page } = screen
    await eventually(() => cells().count()).toBe(PEOPLE)
    await page.getByRole('button', { name: en['rooms.wall'] }).click()
    await page.getByRole('navigation', { name: en['shell.menu'] }).waitFor({ state: 'hidden' })
    await eventually(faultyCells).toEqual([])
    expect(await faultsOf(screen)).toEqual([])
  })

  it('comes back by itself where the first that it asked after an interruption was refused', async () => {
    const wall = await portal.open({ email: NURSE })
    const { page } = wall
    await go(wall, `${portal.product.httpUrl}/admin/ward`)
    await page.getByTestId('ward-cell').first().waitFor()
    let isAway = true
    await page.route('**/api/wearers/ward*', (route) => (isAway ? route.abort() : route.continue()))
    await page.context().setOffline(true)
    await page.getByTestId('connection-banner').waitFor()
    await page.context().setOffline(false)
    await page.getByText(en['failed.title']).waitFor()
    // Whoever stands at the button keeps it while the screen tries by itself, and is told no second time.
    const again = page.getByRole('main').getByRole('button', { name: en['action.retry'], exact: true })
    await again.focus()
    const snacks = () => page.locator('.snack-error').count()
    await eventually(snacks).toBe(0)
    await page.waitForEvent('requestfailed', (request) => request.url().includes('/api/wearers/ward'))
    await again.and(page.locator(':focus')).waitFor()
    await page.waitForEvent('requestfailed', (request) => request.url().includes('/api/wearers/ward'))
    await again.and(page.locator(':focus')).waitFor()
    expect(await snacks()).toBe(0)
    expect(await page.getByRole('main').getByRole('alert').filter({ has: again }).count()).toBe(0)
    isAway = false
    await eventually(() => page.getByTestId('ward-cell').count()).toBe(PEOPLE)
    await wall.close()
  })

  it('shows of each value what the database has, with what comes live', async () => {
    const { db } = portal
    const values = { heartRate: 83, spo2: 96, systolic: 127, diastolic: 79, temperature: 36.6 }
    await report(SAUL, 'readings', { time: Date.now(), ...values })
    const cell = cellOf(SAUL.lastName)
    await eventually(() => cell.getByTestId('ward-heartRate').textContent()).toContain('83')
    const stored = await db.execute<{ values: number[] }>(
      sql`select array_agg(value::float8 order by metric) as values from readings where device_id = ${watches.get(SAUL.lastName)?.id} and value in (83, 96, 127, 79, 36.6::real)`,
    )
    expect(stored.rows[0]?.values).toHaveLength(5)
    const read = (of: string) => cell.getByTestId(`ward-${of}`).textContent()
    expect(await read('spo2')).toContain('96%')
    expect(await read('bloodPressure')).toContain('127/79')
    expect(await read('temperature')).toContain('36.6°')
    await report(SAUL, 'readings', { time: Date.now(), heartRate: 91 })
    await eventually(() => read('heartRate')).toContain('91')
  })

  const text = async (locator: Locator): Promise<string> => (await locator.textContent()) ?? ''

  it('moves who calls to the front, names room and bed, and shows who took it after one tap', async () => {
    await report(RUTH, 'event', { time: Date.now(), type: 'SOS' })
    const first = cells().first()
    await eventually(() => text(first)).toContain('Ruth Alarmed')
    const shown = await text(first)
    expect(shown).toContain('Room 977')
    expect(shown).toMatch(/bed 2/u)
    expect(shown).toContain(messages['alarm.SOS'])
    await eventually(faultyCells).toEqual([])
    const answer = first.getByRole('button', { name: en['action.acknowledge'] })
    await answer.and(screen.page.locator(':enabled')).waitFor()
    expect(await faultsOf(screen)).toEqual([])
    await answer.click()
    await eventually(() => text(cellOf(RUTH.lastName))).toContain('Acknowledged by')
    const [alarm] = await portal.db
      .select({ by: users.firstName })
      .from(alarms)
      .innerJoin(users, eq(users.id, alarms.acknowledgedById))
      .where(eq(alarms.deviceId, watches.get(RUTH.lastName)?.id ?? 0))
    expect(await text(cellOf(RUTH.lastName))).toContain(`Acknowledged by ${alarm?.by}`)
  })

  it('opens a person beside it by the keyboard, with their own values, and Escape leads back', async () => {
    const { page } = screen
    const deviceId = watches.get(SAUL.lastName)?.id ?? 0
    await portal.db.insert(positions).values({ deviceId, time: new Date(), lat: 32.08, lng: 34.78 })
    const link = cellOf(SAUL.lastName).getByRole('link')
    await link.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog')
    await panel.getByTestId('vital-heartRate').waitFor()
    expect(await text(panel)).toContain('Saul Measured')
    expect(await text(panel.getByTestId('vital-heartRate'))).toContain('91')
    expect(new URL(page.url()).searchParams.get('person')).not.toBeNull()
    await panel.getByTestId('panel-map').getByText(en['location.view.now']).waitFor()
    await report(RUTH, 'event', { time: Date.now(), type: 'FALL' })
    const answer = page.getByTestId('alarm-banner').getByRole('button', { name: en['action.acknowledge'] })
    await answer.waitFor()
    // Nothing lies over it: a browser clicks on what one sees.
    await answer.click({ trial: true })
    await report(SAUL, 'event', { time: Date.now(), type: 'FALL' })
    await panel.getByTestId('panel-map').getByText(en['location.state.urgent']).first().waitFor()
    await panel.getByRole('button', { name: en['devices.open'], exact: true }).click()
    const above = page.locator('[role=dialog][aria-modal=true]')
    await above.getByTestId('timeline').waitFor()
    await page.keyboard.press('Escape')
    await above.waitFor({ state: 'detached' })
    await page.getByTestId('ward-panel').waitFor()
    await page.locator('dialog').focus()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await eventually(() => link.and(page.locator(':focus')).count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('person')).toBeNull()
    expect(screen.complaints).toEqual([])
  })

  it('shows the call of a watch that nobody wears before the people, to be answered there', async () => {
    const call = screen.page.getByTestId('ward-call')
    expect(await call.count()).toBe(0)
    await report({ lastName: SPARE }, 'event', { time: Date.now(), type: 'SOS' })
    await call.waitFor()
    expect(await text(call)).toContain(SPARE)
    expect(await text(call)).toContain(messages['alarm.SOS'])
    await eventually(faultyCells).toEqual([])
    const answer = call.getByRole('button', { name: en['action.acknowledge'] })
    await answer.and(screen.page.locator(':enabled')).waitFor()
    expect(await faultsOf(screen)).toEqual([])
    await answer.click()
    await eventually(() => text(call)).toContain('Acknowledged by')
    expect(screen.complaints).toEqual([])
  })

  it('is on the map of everybody, too: who cannot wait first, in a ring that says how many, as it is by now', async () => {
    const { page } = screen
    const { db } = portal
    const ids = ['Alarmed', 'Measured', SPARE].map((name) => watches.get(name)?.id ?? 0)
    const at = { time: new Date(), lat: 32.08, lng: 34.78 }
    await db.insert(positions).values(ids.map((deviceId) => ({ deviceId, ...at, lng: at.lng + 1e-6 })))
    await go(screen, `${portal.product.httpUrl}/user/location?view=all`)
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('button') })
    const rowOf = (name: string) => rows.filter({ hasText: name })
    const unanswered = await db.execute<{ name: string }>(sql`
      select w.last_name as name from alarms a join wearers w on w.id = a.wearer_id
      where a.closed_at is null and a.acknowledged_at is null order by a.opened_at`)
    const waiting = unanswered.rows.map(({ name }) => name)
    expect(waiting).toEqual(['Alarmed', 'Measured'])
    for (const [index, name] of waiting.entries()) {
      await eventually(() => text(rows.nth(index))).toContain(name)
      expect(await text(rows.nth(index))).toContain(en['location.state.urgent'])
      expect(await text(rows.nth(index))).toContain(messages['alarm.FALL'])
    }
    expect(await text(rowOf(SPARE))).toContain(en['location.state.alarm'])
    const ring = page
      .locator('.maplibregl-marker')
      .getByRole('button', { name: 'Cannot wait: 2. Another open alarm: 1.' })
    await ring.waitFor()
    expect(await faultsOf(screen)).toEqual([])
    const answer = page.getByTestId('alarm-banner').getByRole('button', { name: en['action.acknowledge'] })
    await answer.click()
    // Whose next step is nearer stands in the banner: each of the two, for the moments between their steps.
    const falls = and(
      inArray(alarms.deviceId, ids),
      eq(alarms.kind, 'FALL'),
      isNotNull(alarms.acknowledgedAt),
    )
    const taken = () =>
      db
        .select({ name: wearers.lastName })
        .from(alarms)
        .innerJoin(wearers, eq(wearers.id, alarms.wearerId))
        .where(falls)
    await eventually(taken).toHaveLength(1)
    const [first] = await taken()
    await eventually(() => text(rowOf(first?.name ?? ''))).toContain(en['location.state.alarm'])
    await page.getByRole('button', { name: 'Cannot wait: 1. Another open alarm: 2.' }).waitFor()
    expect(screen.complaints).toEqual([])
  })
})
