import { branches } from '@carewatch/migrations/schema/people'
import { floorPlans, rooms } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, sql } from 'drizzle-orm'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBeacon, createDevice, createGateway } from '@carewatch/migrations/factories'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { demoFloorPlan } from '../../src/demo/floor-plan.ts'
import { published } from '../watches.ts'
import { faultsOf } from './axe.ts'
import { go, load, openPortal, type Portal, type Screen, settle } from './portal.ts'

const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000 })
const BRANCH = 'Carmel House'
const ROOM = 'Room 103'

/** Where everybody of a branch is by the database: in the room of their tag, else in their own. */
const STANDING = sql`select trim(w.first_name || ' ' || w.last_name) as name, w.status,
    coalesce(tag.name, own.name) as room, tag.name is not null as is_here
  from ${wearers} w
  left join ${rooms} own on own.id = w.room_id
  left join lateral (select r.name from ${assignments} a
    join beacons b on b.device_id = a.device_id and b.deleted_at is null
    join presences p on p.beacon_id = b.id and p.until is null
    join ${rooms} r on r.id = p.room_id
    where a.wearer_id = w.id and a.ended_at is null limit 1) tag on true
  where w.deleted_at is null and w.status in ('ACTIVE', 'AWAY')
    and w.branch_id = (select id from ${branches} where name = ${BRANCH})`
type Row = { name: string; status: string; room: string | null; is_here: boolean }

describe.skipIf(!executablePath)('the floor plan of a branch', () => {
  let portal: Portal
  let manager: Screen
  let nurse: Screen
  let gateway: MqttClient
  let scan: () => Promise<unknown>
  let branch: { id: number; uuid: string; companyId: number }
  /** Somebody whose own room is the same for all, with a watch. */
  async function live(person: { firstName: string; lastName: string; status?: 'AWAY' }) {
    const { id: branchId, companyId } = branch
    const roomId = sql<number>`(select id from ${rooms} where branch_id = ${branchId} and name = ${ROOM})`
    const [wearer] = await portal.db
      .insert(wearers)
      .values({ ...person, companyId, branchId, roomId })
      .returning()
    const watch = await createDevice(portal.db, { companyId, branchId })
    const startedAt = new Date(Date.now() - 3_600_000)
    await portal.db.insert(assignments).values({ wearerId: wearer?.id ?? 0, deviceId: watch.id, startedAt })
    return watch
  }

  /** Somebody of room 103 whose tag is heard in room 101. */
  async function hearTag(): Promise<void> {
    const { id: branchId, companyId } = branch
    const { id: deviceId } = await live({ firstName: 'Tova', lastName: 'Tagged' })
    const isThere = and(eq(rooms.branchId, branchId), eq(rooms.name, 'Room 101'))
    const [room] = await portal.db.select().from(rooms).where(isThere)
    const { mac, password } = await createGateway(portal.db, { companyId, branchId, roomId: room?.id ?? 0 })
    const beacon = await createBeacon(portal.db, { branchId, deviceId })
    gateway = await connectAsync(portal.product.mqttUrl, { username: mac, password, clientId: mac })
    scan = () => {
      const beacons = [{ mac: beacon.mac, rssi: -55 }]
      return published(gateway, `gateway/${mac}/scan`, JSON.stringify({ time: Date.now(), beacons }))
    }
  }

  beforeAll(async () => {
    portal = await openPortal()
    const [found] = await portal.db.select().from(branches).where(eq(branches.name, BRANCH))
    if (!found) throw new Error('The demo has no such branch.')
    branch = found
    await portal.db.delete(floorPlans)
    await portal.db.update(rooms).set({ planX: null, planY: null })
    await live({ firstName: 'Anna', lastName: 'Away', status: 'AWAY' })
    await hearTag()
    manager = await portal.open({ email: 'manager@demo.test' }, { width: 1440, height: 900 })
    nurse = await portal.open({ email: 'supervisor@demo.test' }, { width: 1920, height: 1080 })
  })
  afterAll(async () => {
    await gateway.endAsync(true)
    await portal.close()
  })

  const spotOf = async (name: string) => {
    const [room] = await portal.db
      .select()
      .from(rooms)
      .where(and(eq(rooms.branchId, branch.id), eq(rooms.name, name)))
    return room?.planX == null || room.planY === null ? null : { x: room.planX, y: room.planY }
  }
  const wardUrl = () => `${portal.product.httpUrl}/admin/ward?by=plan`
  const marker = (name: string) =>
    nurse.page
      .getByTestId('plan-room')
      .filter({ has: nurse.page.getByRole('heading', { name, exact: true }) })

  it('is not there until somebody gives it: everybody stands beside', async () => {
    await go(nurse, wardUrl())
    await nurse.page.getByRole('heading', { name: en['plan.none'] }).waitFor()
    const { rows } = await portal.db.execute<Row>(STANDING)
    await eventually(() => nurse.page.getByTestId('plan-beside').getByTestId('plan-person').count()).toBe(
      rows.length,
    )
  })

  it('is given by a manager, who places rooms by hand, by keys and by figures', async () => {
    const { page } = manager
    await go(manager, `${portal.product.httpUrl}/admin/branch/${branch.uuid}`)
    const section = page.getByRole('region', { name: en['plan.title'] })
    const chooser = page.waitForEvent('filechooser')
    await section.getByRole('button', { name: en['picture.choose'] }).click()
    const { content } = demoFloorPlan()
    await (await chooser).setFiles({ name: 'ground floor.png', mimeType: 'image/png', buffer: content })
    await section.getByRole('button', { name: en['plan.place'] }).click()
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${en['plan.place']}`) })
    await dialog.getByRole('button', { name: `${en['plan.putOn']}: ${ROOM}` }).click()
    const handle = dialog.getByTestId('plan-handle')
    await handle.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowUp')
    expect(await handle.getAttribute('aria-label')).toBe(`${ROOM}: 49% from the left, 45% from the top`)
    expect(await faultsOf(manager, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: `${en['plan.putOn']}: Room 101` }).click()
    await dialog.getByLabel(`Room 101: ${en['plan.x']}`).fill('12.5')
    await dialog.getByLabel(`Room 101: ${en['plan.y']}`).fill('')
    await dialog.getByRole('button', { name: en['action.save'], exact: true }).click()
    await eventually(() => dialog.getByLabel(`Room 101: ${en['plan.y']}`).getAttribute('aria-invalid')).toBe(
      'true',
    )
    expect(await spotOf('Room 101')).toBeNull()
    await dialog.getByLabel(`Room 101: ${en['plan.y']}`).fill('80')
    await dialog.getByRole('button', { name: `${en['plan.putOn']}: Room 102` }).click()
    const other = dialog.getByRole('button', { name: /^Room 102:/ })
    const [from, frame] = [await other.boundingBox(), await dialog.getByTestId('floor-plan').boundingBox()]
    if (!from || !frame) throw new Error('The room is nowhere.')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(frame.x + frame.width * 0.75, frame.y + frame.height * 0.25, { steps: 4 })
    await page.mouse.up()
    await dialog.getByRole('button', { name: en['action.save'], exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const near = (x: number, y: number) => ({ x: expect.closeTo(x, 2), y: expect.closeTo(y, 2) })
    expect(await spotOf(ROOM)).toEqual(near(0.49, 0.45))
    expect(await spotOf('Room 101')).toEqual(near(0.125, 0.8))
    expect(await spotOf('Room 102')).toEqual(near(0.75, 0.25))
    await page.reload()
    await settle(page)
    expect(await section.getByTestId('floor-plan').getByRole('listitem').count()).toBe(3)
    expect(await faultsOf(manager)).toEqual([])
    expect(manager.complaints).toEqual([])
  })

  it('shows everybody where the database has them, and nobody nowhere', async () => {
    await go(nurse, `${portal.product.httpUrl}/admin/dashboard`)
    await go(nurse, wardUrl())
    await marker(ROOM).waitFor()
    const placed = new Set([ROOM, 'Room 101', 'Room 102'])
    const standing = async (): Promise<string[]> => {
      await scan()
      const { rows } = await portal.db.execute<Row>(STANDING)
      return rows
        .map(({ name, status, room, is_here: isHere }) =>
          status !== 'AWAY' && room !== null && placed.has(room)
            ? `${name} ${room} ${isHere}`
            : `${name} beside`,
        )
        .toSorted()
    }
    await eventually(standing).toContain('Tova Tagged Room 101 true')
    expect(await standing()).toContain('Anna Away beside')
    const shown = (): Promise<string[]> =>
      nurse.page.evaluate(`[...document.querySelectorAll('[data-testid=plan-person]')].map((each) => {
        const room = each.closest('[data-testid=plan-room]')
        const name = each.querySelector('bdi').textContent
        return room ? name + ' ' + room.querySelector('h2').textContent + ' ' + each.dataset.here : name + ' beside'
      })`)
    await eventually(async () => {
      const [inDatabase, onScreen] = [await standing(), (await shown()).toSorted()]
      return { onScreen, isSame: inDatabase.join() === onScreen.join() }
    }).toMatchObject({ isSame: true })
    // The middle of the mark is where the room was placed: with room on all sides it does not lie in another.
    const [frame, box, spot] = [
      await nurse.page.getByTestId('floor-plan').boundingBox(),
      await marker('Room 102').boundingBox(),
      await spotOf('Room 102'),
    ]
    if (!frame || !box || !spot) throw new Error('The room is nowhere.')
    expect((box.x + box.width / 2 - frame.x) / frame.width).toBeCloseTo(spot.x, 2)
    expect((box.y + box.height / 2 - frame.y) / frame.height).toBeCloseTo(spot.y, 2)
    expect(await faultsOf(nurse)).toEqual([])
  })

  async function cryOf(person: { firstName: string; lastName: string }): Promise<void> {
    const { imei, password } = await live(person)
    const client = await connectAsync(portal.product.mqttUrl, { username: imei, password, clientId: imei })
    await published(client, `watch/${imei}/event`, JSON.stringify({ time: Date.now(), type: 'SOS' }))
    await client.endAsync()
  }

  it('shows who calls on their room, large beside it with the button, and the room waits until somebody answers', async () => {
    await cryOf({ firstName: 'Ruth', lastName: 'Alarmed' })
    const person = marker(ROOM).getByTestId('plan-person').filter({ hasText: 'Ruth Alarmed' })
    await person.waitFor()
    await eventually(() => marker(ROOM).getAttribute('data-severity')).toBe('CRITICAL')
    expect(await marker(ROOM).getAttribute('data-waiting')).toBe('true')
    const urgent = nurse.page.getByTestId('plan-urgent').getByTestId('ward-cell')
    await urgent
      .filter({ hasText: 'Ruth Alarmed' })
      .getByRole('button', { name: en['action.acknowledge'] })
      .click()
    await eventually(() => person.getAttribute('data-waiting')).toBe('false')
    await person.getByRole('link').click()
    await nurse.page.getByTestId('ward-panel').waitFor()
    expect(await nurse.page.getByRole('dialog').textContent()).toContain('Ruth Alarmed')
    await nurse.page.keyboard.press('Escape')
    expect(nurse.complaints).toEqual([])
  })

  it('is not mirrored in Hebrew, moves under the finger on a phone, and is readable in the dark', async () => {
    const phone = await portal.open(
      { email: 'supervisor@demo.test' },
      { language: 'iw', scheme: 'dark', width: 360, height: 740 },
    )
    await go(phone, wardUrl())
    const rooms102 = phone.page.getByTestId('plan-room').filter({ hasText: 'Room 102' })
    await rooms102.waitFor()
    const [frame, box] = [
      await phone.page.getByTestId('floor-plan').boundingBox(),
      await rooms102.boundingBox(),
    ]
    if (!frame || !box) throw new Error('The room is nowhere.')
    expect((box.x + box.width / 2 - frame.x) / frame.width).toBeGreaterThan(0.6)
    expect(frame.width).toBeGreaterThan(360)
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    expect(await faultsOf(phone)).toEqual([])
    expect(phone.complaints).toEqual([])
    await phone.close()
  })

  const place = (name: string, [planX, planY]: readonly [number, number]) =>
    portal.db
      .update(rooms)
      .set({ planX, planY })
      .where(and(eq(rooms.branchId, branch.id), eq(rooms.name, name)))

  it.each(['en', 'iw'] as const)('has everybody inside wherever a room is on it (%s)', async (language) => {
    const corners = [
      { [ROOM]: [1, 1], 'Room 101': [0, 0], 'Room 102': [0.98, 0] },
      { [ROOM]: [0, 0.98], 'Room 101': [0.98, 0.98], 'Room 102': [1, 0] },
    ] as const
    const screen = await portal.open(
      { email: 'supervisor@demo.test' },
      { language, width: 1440, height: 900 },
    )
    for (const spots of corners) {
      for (const [name, at] of Object.entries(spots)) await place(name, at)
      await load(screen, wardUrl())
      await screen.page.getByTestId('plan-room').first().waitFor()
      const outside = await screen.page.evaluate(`(() => {
        const frame = document.querySelector('[data-testid=floor-plan]').getBoundingClientRect()
        return [...document.querySelectorAll('[data-testid=plan-room]')].flatMap((room) => {
          const box = room.getBoundingClientRect()
          const isIn = box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1
          const isCut = room.scrollWidth > room.clientWidth || box.width < 40
          return isIn && !isCut ? [] : [room.querySelector('h2').textContent]
        })
      })()`)
      expect(outside).toEqual([])
      expect(await screen.page.getByTestId('plan-room').count()).toBe(3)
    }
    await screen.close()
  })

  it('has the gravest above the rooms that it lies over, and whatever has the focus above all', async () => {
    await cryOf({ firstName: 'Rina', lastName: 'First' })
    const ofFirst = nurse.page.getByTestId('plan-person').filter({ hasText: 'Rina First' })
    await ofFirst.waitFor()
    await cryOf({ firstName: 'Simon', lastName: 'Second' })
    const other = sql<number>`(select id from ${rooms} where branch_id = ${branch.id} and name = 'Room 102')`
    await portal.db.update(wearers).set({ roomId: other }).where(eq(wearers.lastName, 'Second'))
    await place(ROOM, [0.5, 0.5])
    await place('Room 102', [0.5, 0.5])
    await load(nurse, wardUrl())
    await eventually(() => marker('Room 102').getAttribute('data-waiting')).toBe('true')
    const isAbove = (name: string) =>
      marker(name).evaluate((each) => {
        const { x, y, width, height } = each.getBoundingClientRect()
        return each.contains(each.ownerDocument.elementFromPoint(x + width / 2, y + height / 2))
      })
    expect(await isAbove(ROOM)).toBe(true)
    expect(await isAbove('Room 102')).toBe(false)
    await marker('Room 102').getByRole('link').first().focus()
    await eventually(() => isAbove('Room 102')).toBe(true)
  })

  it('asks again for a picture that did not come, and has its people meanwhile', async () => {
    const wall = await portal.open({ email: 'supervisor@demo.test' }, { width: 1920, height: 1080 })
    const { page } = wall
    await page.clock.install()
    await page.route('**/api/branch/planPicture/**', (route) => route.abort())
    await load(wall, wardUrl())
    const missing = page.getByText(en['plan.noPicture'])
    await missing.waitFor()
    const names = () => page.getByTestId('plan-person').locator('bdi:first-of-type').allTextContents()
    const before = (await names()).toSorted()
    expect(before).toContain('Tova Tagged')
    await page.unroute('**/api/branch/planPicture/**')
    await page.clock.fastForward(31_000)
    await page.getByTestId('floor-plan').locator('img').waitFor()
    await missing.waitFor({ state: 'detached' })
    expect((await names()).toSorted()).toEqual(before)
    expect(await page.getByTestId('plan-urgent').getByTestId('ward-cell').count()).toBeGreaterThan(0)
    await wall.close()
  })

  it('keeps its people on a wall that nobody touches while the server is away, and is read again', async () => {
    const wall = await portal.open({ email: 'supervisor@demo.test' }, { width: 1920, height: 1080 })
    const { page } = wall
    await page.clock.install()
    await load(wall, wardUrl())
    const onScreen = async () => [
      await page.getByTestId('plan-room').count(),
      (await page.getByTestId('plan-person').locator('bdi:first-of-type').allTextContents()).toSorted(),
      await page.getByTestId('plan-urgent').getByTestId('ward-cell').count(),
    ]
    await page.getByTestId('plan-room').first().waitFor()
    const before = await onScreen()
    const isAsked = (request: { url: () => string }) => request.url().includes('/api/branch/plan/')
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed', isAsked)
    await page.clock.fastForward('05:01')
    await failed
    expect(await onScreen()).toEqual(before)
    await page.context().setOffline(false)
    const answered = page.waitForEvent('requestfinished', isAsked)
    await page.clock.fastForward('05:01')
    await answered
    await eventually(onScreen).toEqual(before)
    await wall.close()
  })

  it('takes nothing else of the page of its branch away where it cannot be read', async () => {
    await go(manager, `${portal.product.httpUrl}/admin/dashboard`)
    await manager.page.route('**/api/branch/plan/**', (route) => route.abort())
    await go(manager, `${portal.product.httpUrl}/admin/branch/${branch.uuid}`)
    await manager.page.getByRole('heading', { name: en['branches.rooms'], exact: true }).waitFor()
    expect(await manager.page.getByTestId('floor-plan').count()).toBe(0)
    await manager.page.unroute('**/api/branch/plan/**')
  })
})
