import { examine } from '@carewatch/contracts/rules/rooms/examine-calibration'
import { walksThatCount } from '@carewatch/contracts/rules/rooms/walk-rows'
import { createBeacon, createBranch, createGateway, createRoom } from '@carewatch/migrations/factories'
import { users } from '@carewatch/migrations/schema/people'
import { roomWalks } from '@carewatch/migrations/schema/room-walks'
import { sightings } from '@carewatch/migrations/schema/rooms'
import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { published } from '../watches.ts'
import { faultsOf, isTooWide } from './axe.ts'
import { go, openPortal, type Portal, type Screen } from './portal.ts'

const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000 })
const STEP_MS = 3_000
const STEPS = 14
/** As strongly as the gateway of its own room, of the next and of the one after that receives the tag, in dBm. */
const LEVELS = [-52, -68, -82]

type Gateway = { id: number; mac: string; name: string; roomId: number; client: MqttClient }

describe.skipIf(!executablePath)('the walk through the rooms', () => {
  let portal: Portal
  let manager: Screen
  let branch: { id: number; uuid: string }
  let rooms: { id: number; name: string }[]
  let gateways: Gateway[]
  let tag: { id: number; name: string; mac: string }

  /** A branch of the manager's company with three rooms, a gateway in each, and a tag that nobody carries. */
  async function build(): Promise<void> {
    const [person] = await portal.db.select().from(users).where(eq(users.email, 'manager@demo.test'))
    const companyId = person?.companyId
    if (!companyId) throw new Error('The manager has no company.')
    branch = await createBranch(portal.db, companyId)
    const branchId = branch.id
    tag = await createBeacon(portal.db, { branchId, name: 'Tag for walks' })
    rooms = []
    gateways = []
    for (const name of ['Bath', 'Kitchen', 'Lounge']) {
      const room = await createRoom(portal.db, branchId, { name })
      const place = { companyId, branchId, roomId: room.id, name: `Gateway ${name}` }
      const { id, mac, password } = await createGateway(portal.db, place)
      const client = await connectAsync(portal.product.mqttUrl, { username: mac, password, clientId: mac })
      rooms.push(room)
      gateways.push({ id, mac, name: place.name, roomId: room.id, client })
    }
  }

  /** What every gateway receives of a tag in this room at a moment. */
  async function scan(roomId: number, time: number): Promise<void> {
    const at = rooms.findIndex(({ id }) => id === roomId)
    for (const [index, { client, mac }] of gateways.entries()) {
      const wave = 3 * Math.sin(time / 1_000 + index)
      const rssi = Math.round((LEVELS[Math.abs(index - at)] ?? -90) + wave)
      await published(
        client,
        `gateway/${mac}/scan`,
        JSON.stringify({ time, beacons: [{ mac: tag.mac, rssi }] }),
      )
    }
  }

  const going = () =>
    portal.db
      .select()
      .from(roomWalks)
      .where(and(eq(roomWalks.branchId, branch.id), isNull(roomWalks.endedAt)))
  const finished = () =>
    portal.db
      .select()
      .from(roomWalks)
      .where(and(eq(roomWalks.branchId, branch.id), isNotNull(roomWalks.endedAt)))

  /** As if the walk had begun that much earlier, with the tag in this room all the while. */
  async function carry(roomId: number): Promise<void> {
    const ms = STEPS * STEP_MS
    await portal.db
      .update(roomWalks)
      .set({ startedAt: sql`started_at - ${ms} * interval '1 millisecond'` })
      .where(and(eq(roomWalks.branchId, branch.id), isNull(roomWalks.endedAt)))
    const from = Date.now() - ms
    for (let step = 1; step <= STEPS; step++) await scan(roomId, from + step * STEP_MS)
  }

  beforeAll(async () => {
    portal = await openPortal()
    await build()
    manager = await portal.open({ email: 'manager@demo.test' }, { width: 360, height: 740 })
  })
  afterAll(async () => {
    for (const { client } of gateways) await client.endAsync(true)
    await portal.close()
  })

  const walkUrl = () => `${portal.product.httpUrl}/admin/gateway/walk?branch=${branch.uuid}`
  const panel = (screen = manager) => screen.page.getByTestId('walk-going')
  const button = (text: string, screen = manager) =>
    screen.page.getByRole('button', { name: text, exact: true })
  const radio = (screen = manager) => screen.page.getByRole('radio', { name: tag.name })
  const result = () => manager.page.getByTestId('walk-result')

  it('is reached from the page of the branch, and offers the tag that is received', async () => {
    await go(manager, `${portal.product.httpUrl}/admin/branch/${branch.uuid}`)
    await manager.page.getByRole('link', { name: en['walk.title'] }).click()
    await eventually(() => result().getAttribute('data-calibrated')).toBe('false')
    expect(await result().textContent()).toContain('3 rooms still need a walk')
    await eventually(async () => {
      await scan(rooms[0]?.id ?? 0, Date.now())
      return manager.page.getByText('3 gateways receive it now').count()
    }).toBe(1)
    // Without a tag nobody can begin.
    expect(await button(`${en['walk.begin']}: Bath`).count()).toBe(0)
    await radio().check()
    await button(`${en['walk.begin']}: Bath`).waitFor()
    expect(await faultsOf(manager)).toEqual([])
    expect(await isTooWide(manager)).toBe(false)
  })

  it(
    'shows what each gateway receives, ends when it is enough, and offers the next room, until all are done',
    { timeout: 120_000 },
    async () => {
      await button(`${en['walk.begin']}: Bath`).click()
      for (const [index, { id, name }] of rooms.entries()) {
        await panel()
          .getByRole('heading', { name: `You are walking through ${name}` })
          .waitFor()
        expect(await button(en['walk.finish']).isDisabled()).toBe(true)
        await eventually(async () => (await going()).map((walk) => walk.roomId)).toEqual([id])
        await carry(id)
        await eventually(() => button(en['walk.finish']).isEnabled()).toBe(true)
        const [walk] = await going()
        const startedAt = walk?.startedAt ?? new Date()
        for (const { id: gatewayId, name: called } of gateways) {
          const isReceived = and(
            eq(sightings.beaconId, tag.id),
            eq(sightings.gatewayId, gatewayId),
            gte(sightings.time, startedAt),
          )
          const count = await portal.db.$count(sightings, isReceived)
          const row = panel().getByTestId('walk-received').filter({ hasText: called })
          await eventually(() => row.getByRole('cell').first().textContent()).toBe(String(count))
        }
        expect(await faultsOf(manager)).toEqual([])
        await button(en['walk.finish']).click()
        await manager.page.getByText(`Done: ${name}`).waitFor()
        const next = rooms[index + 1]
        if (next) await button(`Next: ${next.name}`).click()
      }
      await manager.page.getByText(en['walk.allDone']).waitFor()
      expect(new Set((await finished()).map(({ roomId }) => roomId))).toEqual(
        new Set(rooms.map(({ id }) => id)),
      )
    },
  )

  it('says how often the walks are right, as the walks in the database are', async () => {
    await eventually(() => result().getAttribute('data-calibrated')).toBe('true')
    const walks = (await finished()).map(({ roomId, startedAt, endedAt, readings, placements }) => ({
      roomId,
      ms: (endedAt?.getTime() ?? 0) - startedAt.getTime(),
      readings: readings ?? [],
      placements: placements ?? [],
    }))
    const { whole } = walksThatCount(
      walks,
      gateways.map(({ id, roomId }) => [id, roomId]),
    )
    const { decisions, right } = examine(whole ?? []).examined
    expect(decisions).toBeGreaterThan(0)
    const share = Math.floor((100 * right) / decisions)
    expect(await result().textContent()).toContain(`Of 100 decisions ${share} are right.`)
    expect(await manager.page.getByText(/^Walked through/).count()).toBe(3)
    await go(manager, `${portal.product.httpUrl}/admin/gateway?branchUuid=${branch.uuid}`)
    expect(await result().textContent()).toContain(`Of 100 decisions ${share} are right.`)
  })

  it('is another’s to a second person, who cannot take the same tag, and goes on when the page was closed', async () => {
    await scan(rooms[1]?.id ?? 0, Date.now())
    await go(manager, walkUrl())
    await radio().check()
    await button(`${en['walk.again']}: Kitchen`).click()
    await panel().waitFor()
    const other = await portal.open({ email: 'admin@demo.test' }, { width: 1440, height: 900 })
    await go(other, walkUrl())
    await other.page.getByText(en['walk.carried']).waitFor()
    expect(await radio(other).isDisabled()).toBe(true)
    await go(manager, `${portal.product.httpUrl}/admin/gateway`)
    await go(manager, walkUrl())
    await panel().getByRole('heading', { name: 'You are walking through Kitchen' }).waitFor()
    await button(en['walk.discard']).click()
    await eventually(async () => (await going()).length).toBe(0)
    // What was walked before counts on.
    await eventually(() => result().getAttribute('data-calibrated')).toBe('true')
    expect([...manager.complaints, ...other.complaints]).toEqual([])
    await other.close()
  })

  it('is given up by itself after three minutes, and the person is told so', async () => {
    await scan(rooms[2]?.id ?? 0, Date.now())
    await radio().check()
    await button(`${en['walk.again']}: Lounge`).click()
    await panel().waitFor()
    await portal.db
      .update(roomWalks)
      .set({ startedAt: sql`started_at - interval '181 seconds'` })
      .where(and(eq(roomWalks.branchId, branch.id), isNull(roomWalks.endedAt)))
    await manager.page.getByText('took longer than 3 minutes').waitFor()
    await eventually(async () => (await going()).length).toBe(0)
    expect(await finished()).toHaveLength(3)
  })

  it('names the gateway that is away, without which nobody can begin', async () => {
    const away = gateways[1]
    await away?.client.endAsync(false)
    const notice = manager.page.getByRole('alert').filter({ hasText: away?.name ?? '' })
    await notice.waitFor()
    expect(await button(`${en['walk.again']}: Lounge`).count()).toBe(0)
  })

  it('is nothing for a nurse', async () => {
    const nurse = await portal.open({ email: 'supervisor@demo.test' }, { width: 1440, height: 900 })
    await go(nurse, `${portal.product.httpUrl}/admin/gateway`)
    expect(await nurse.page.getByRole('link', { name: en['walk.title'] }).count()).toBe(0)
    await go(nurse, walkUrl())
    expect(new URL(nurse.page.url()).pathname).toBe('/errors/error-401')
    await nurse.close()
  })
})
