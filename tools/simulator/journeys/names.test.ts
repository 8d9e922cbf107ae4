import {
  createBeacon,
  createBranch,
  createCompany,
  createDevice,
  createGateway,
  createRoom,
  createUser,
} from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { rooms as roomsTable } from '@carewatch/migrations/schema/rooms'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { testDatabase } from '@carewatch/platform/database/testing'
import { and, desc, eq } from 'drizzle-orm'
import { connectAsync } from 'mqtt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath, launchChromium, newBrowserContext } from './chromium.ts'
import { signIn } from './person.ts'
import type { Place } from './product.ts'
import { startProductHere } from './product-here.ts'

const SOON = { timeout: 15_000, interval: 100 }

describe.skipIf(!executablePath)('whom an alarm is about', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let product: Place
  let browser: Browser
  beforeAll(async () => {
    database = await testDatabase()
    product = await startProductHere(database.url)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await product.close()
    await database.drop()
  })

  const open = async (email: string, { language = 'en', path = '/admin/dashboard' } = {}): Promise<Page> => {
    const context = await newBrowserContext(browser, { viewport: { width: 1366, height: 768 } })
    const answer = await fetch(`${product.httpUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'carewatch' }),
    })
    // Safe: the envelope of every answer.
    const { context: given } = (await answer.json()) as { context: { token: string } }
    await context.addInitScript(
      ([token, tongue]) => {
        localStorage.setItem('carewatch.token', token ?? '')
        localStorage.setItem('carewatch.language', tongue ?? '')
      },
      [given.token, language],
    )
    const page = await context.newPage()
    await page.goto(`${product.httpUrl}${path}`)
    return page
  }

  const wear = async (deviceId: number, values: typeof wearers.$inferInsert, since: Date) => {
    const [wearer] = await database.db.insert(wearers).values(values).returning()
    if (!wearer) throw new Error('The insert answered no row.')
    await database.db.insert(assignments).values({ wearerId: wearer.id, deviceId, startedAt: since })
    return wearer
  }

  /** A house in which a mother wears a watch that is her son's account's, and who lies in room 201. */
  async function createCare() {
    const { db } = database
    const company = await createCompany(db)
    const branch = await createBranch(db, company.id)
    const place = { companyId: company.id, branchId: branch.id }
    const room = await createRoom(db, branch.id)
    await db.update(roomsTable).set({ name: '201' }).where(eq(roomsTable.id, room.id))
    const nurse = await createUser(db, {
      role: 'SUPERVISOR',
      userType: 'GATEWAY',
      firstName: 'Noa',
      ...place,
    })
    const manager = await createUser(db, { role: 'MANAGER', companyId: company.id })
    const owner = await createUser(db, {
      role: 'OWNER',
      companyId: company.id,
      supervisorId: nurse.id,
      firstName: 'Daniel',
      lastName: 'Levi',
    })
    const device = await createDevice(db, { ...place, ownerId: owner.id, name: 'Watch 7' })
    const person = { ...place, roomId: room.id, bed: '2', firstName: 'Ruth', lastName: 'Cohen' }
    const ruth = await wear(device.id, person, new Date(Date.now() - 86_400_000))
    await db.insert(wearerRelations).values({ wearerId: ruth.id, userId: owner.id, kind: 'OWNER' })
    return { place, room, nurse, manager, owner, device }
  }
  type Watch = { imei: string; password: string }
  async function send({ imei, password }: Watch, event: object): Promise<void> {
    const watch = await connectAsync(product.mqttUrl, { username: imei, password })
    await watch.publishAsync(`watch/${imei}/event`, JSON.stringify(event), { qos: 1 })
    await watch.endAsync()
  }
  /** The person, room and bed of a device's newest alarm, as the database has them. */
  async function truth(deviceId: number): Promise<string> {
    const [row] = await database.db
      .select({ wearer: wearers, room: roomsTable.name })
      .from(alarms)
      .innerJoin(wearers, eq(wearers.id, alarms.wearerId))
      .leftJoin(roomsTable, eq(roomsTable.id, wearers.roomId))
      .where(and(eq(alarms.deviceId, deviceId), eq(alarms.kind, 'SOS')))
      .orderBy(desc(alarms.id))
      .limit(1)
    if (!row) throw new Error('No alarm is there.')
    const { firstName, lastName, bed } = row.wearer
    return `${firstName} ${lastName}, room ${row.room}, bed ${bed}`
  }
  /** Where the database says that they lay when it happened. */
  async function bedsideThen(deviceId: number): Promise<string> {
    const [row] = await database.db
      .select({ room: roomsTable.name, bed: alarms.wearerBed })
      .from(alarms)
      .innerJoin(roomsTable, eq(roomsTable.id, alarms.wearerRoomId))
      .where(eq(alarms.deviceId, deviceId))
    if (!row) throw new Error('No place was written down.')
    return `room ${row.room}, bed ${row.bed}`
  }
  const withoutMarks = (text: string | null): string => (text ?? '').replaceAll(/[\u2066-\u2069]/g, '')

  it('reads the same on the board, the banner, the alarm and the wall as in the database, in Hebrew too', async () => {
    const { place, room, nurse, owner, device } = await createCare()
    const { db } = database
    const tag = await createBeacon(db, { branchId: place.branchId, deviceId: device.id })
    const gateway = await createGateway(db, { ...place, roomId: room.id })
    const [page, hebrew] = [await open(nurse.email), await open(nurse.email, { language: 'iw' })]
    const wall = await open(nurse.email, { path: '/admin/gateway/roomViewInteractions' })
    await send(device, { time: Date.now(), type: 'SOS' })
    const station = await connectAsync(product.mqttUrl, { username: gateway.mac, password: gateway.password })
    const scan = JSON.stringify({ time: Date.now(), beacons: [{ mac: tag.mac, rssi: -50 }] })
    await station.publishAsync(`gateway/${gateway.mac}/scan`, scan, { qos: 1 })

    const row = page.getByTestId('alarm-row').filter({ hasText: 'Ruth Cohen' })
    await row.waitFor()
    const about = await truth(device.id)
    expect(about).toBe('Ruth Cohen, room 201, bed 2')
    expect(withoutMarks(await row.textContent())).toContain(about)
    expect(withoutMarks(await page.getByTestId('alarm-banner').textContent())).toContain(about)
    await hebrew.getByTestId('alarm-row').waitFor()
    expect(withoutMarks(await hebrew.getByTestId('alarm-row').textContent())).toContain(
      'Ruth Cohen, חדר 201, מיטה 2',
    )

    const tile = wall.getByTestId('room-tile').filter({ hasText: 'Ruth Cohen' })
    await tile.getByText('Ruth Cohen: SOS pressed').waitFor()
    expect(await wall.textContent('body')).not.toContain(owner.lastName)
    for (const screen of [page, hebrew, wall])
      expect(await screen.textContent('body')).not.toContain(device.name)

    // Where visitors pass, neither a name nor a face.
    await tile.getByTestId('portrait').first().waitFor()
    await wall.getByTestId('alarm-banner').getByTestId('portrait').waitFor()
    await wall.getByRole('switch', { name: 'Initials only' }).click()
    await expect.poll(() => wall.getByTestId('portrait').count(), SOON).toBe(0)

    await page.goto(`${product.httpUrl}/admin/notifications`)
    await page.getByRole('button', { name: 'Details of the alarm of Ruth Cohen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('SOS pressed').waitFor()
    expect(withoutMarks(await dialog.textContent())).toContain(about)

    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('ruth coh')
    const found = page.getByRole('option').filter({ hasText: 'Ruth Cohen' })
    await found.waitFor()
    expect(withoutMarks(await found.textContent())).toContain('room 201, bed 2')
    await station.endAsync(true)
    for (const screen of [page, hebrew, wall]) await screen.context().close()
  })

  it('is who called, also when another wears the watch by now; and nobody wears it, the watch is named', async () => {
    const { place, nurse, manager, device } = await createCare()
    const { db } = database
    const staff = await signIn(product, manager.email)
    const at = Date.now() - 60_000
    const [miriam] = await db
      .insert(wearers)
      .values({ ...place, firstName: 'Miriam', lastName: 'Katz' })
      .returning()
    const [ruth] = (await staff.get('/wearers/all?search=ruth')).context.wearers as [{ uuid: string }]
    const handed = await staff.post('/wearers/assign', {
      wearerUUID: miriam?.uuid,
      deviceUUID: device.uuid,
      handOverFrom: ruth.uuid,
    })
    expect(handed.status).toBe(200)
    const page = await open(nurse.email)
    await send(device, { time: at, type: 'SOS' })
    const late = page.getByTestId('alarm-row').filter({ hasText: 'SOS pressed' })
    await late.waitFor()
    expect(withoutMarks(await late.textContent())).toContain(await truth(device.id))
    expect(await late.textContent()).not.toContain('Miriam')
    // What was measured of her, and not of who wears her watch now.
    await page.goto(`${product.httpUrl}/admin/notifications`)
    await page.getByRole('button', { name: 'Details of the alarm of Ruth Cohen' }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Ruth Cohen/ })
      .click()
    await page.waitForURL(`**/people/${ruth.uuid}?view=vitals`)
    await page.goto(`${product.httpUrl}/admin/dashboard`)

    await staff.post('/wearers/takeBack', { deviceUUID: device.uuid })
    await send(device, { time: Date.now(), type: 'FALL' })
    await page.getByTestId('alarm-row').filter({ hasText: 'Watch 7' }).waitFor()
    await page.context().close()
  })

  it('says where she lies now, and where she lay when she called', async () => {
    const { place, nurse, manager, device } = await createCare()
    const { db } = database
    const page = await open(nurse.email)
    await send(device, { time: Date.now(), type: 'SOS' })
    const row = page.getByTestId('alarm-row').filter({ hasText: 'Ruth Cohen' })
    await row.waitFor()
    const lay = await bedsideThen(device.id)
    expect(await truth(device.id)).toBe(`Ruth Cohen, ${lay}`)

    const room = await createRoom(db, place.branchId)
    await db.update(roomsTable).set({ name: '305' }).where(eq(roomsTable.id, room.id))
    const staff = await signIn(product, manager.email)
    const [ruth] = (await staff.get('/wearers/all?search=ruth')).context.wearers as [{ uuid: string }]
    const moved = await staff.post(`/wearers/update/${ruth.uuid}`, { roomId: room.uuid, bed: '1' })
    expect(moved.status).toBe(200)
    const about = `${await truth(device.id)} (at the alarm: ${lay})`
    expect(about).toBe('Ruth Cohen, room 305, bed 1 (at the alarm: room 201, bed 2)')
    for (const path of ['/admin/dashboard', '/admin/notifications', '/admin/task/list']) {
      await page.goto(`${product.httpUrl}${path}`)
      const main = page.getByRole('main')
      // Her name alone stands there sooner: in the banner, and among the silent devices.
      await expect.poll(async () => withoutMarks(await main.textContent()), SOON).toContain(about)
    }
    expect(withoutMarks(await page.getByTestId('alarm-banner').textContent())).toContain(about)
    await page.context().close()
  })

  it('is what her son calls her on his screen, and her name on the nurse’s', async () => {
    const { nurse, owner, device } = await createCare()
    const page = await open(owner.email, { path: '/user/overview' })
    await page.getByRole('heading', { name: /Ruth Cohen/ }).waitFor()
    await page.getByRole('button', { name: 'My name for them' }).click()
    await page.getByLabel('What you call them').fill('Mum')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: /Mum/ }).waitFor()
    const nurses = await open(nurse.email)
    await send(device, { time: Date.now(), type: 'SOS' })
    await page.getByTestId('alarm-banner').getByText('Mum').waitFor()
    await nurses.getByTestId('alarm-row').getByText('Ruth Cohen').waitFor()
    await expect.poll(() => page.textContent('body'), SOON).not.toContain('Ruth Cohen')
    expect(await nurses.textContent('body')).not.toContain('Mum')
    for (const screen of [page, nurses]) await screen.context().close()
  })
})
