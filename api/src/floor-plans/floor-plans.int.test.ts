import { randomBytes } from 'node:crypto'
import { FLOOR_PLAN_MIN_SIDE } from '@carewatch/contracts/http/floor-plans'
import { createBranch, createRoom } from '@carewatch/migrations/factories'
import { auditLog } from '@carewatch/migrations/schema/people'
import { floorPlans, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf } from '../testing/files.ts'
import { type CompanyFixture, createCompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let theirs: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  theirs = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const drawing = (width = 640, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
const send = (token: string, content: Uint8Array, uuid = fixture.branch.uuid) =>
  harness.call('POST', `/branch/plan/${uuid}`, { token, form: formOf(['plan.png', content]) })
const read = (token: string, uuid = fixture.branch.uuid) =>
  harness.call('GET', `/branch/plan/${uuid}`, { token })
const place = (token: string, body: object, uuid = fixture.branch.uuid) =>
  harness.call('POST', `/branch/placeRooms/${uuid}`, { token, body })
const picture = (token: string, uuid: string) =>
  fetch(`${harness.api.url}/api/branch/planPicture/${uuid}`, {
    headers: { authorization: `Bearer ${token}` },
  })
const kept = async () =>
  (await harness.db.select().from(floorPlans).where(eq(floorPlans.branchId, fixture.branch.id)))[0]

describe('a floor plan', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'is a %s picture, and as large as it is drawn',
    async (format) => {
      const { MANAGER } = fixture.people
      const answer = await send(MANAGER.token, await drawing().toFormat(format).toBuffer())
      expect(answer).toMatchObject({ status: 200, context: { plan: { width: 640, height: 400 } } })
      const got = await picture(MANAGER.token, answer.context.plan.uuid)
      expect([got.headers.get('content-type'), got.headers.get('cache-control')]).toEqual([
        `image/${format}`,
        'no-store',
      ])
      const { width, height } = await sharp(Buffer.from(await got.arrayBuffer())).metadata()
      expect({ width, height }).toEqual({ width: 640, height: 400 })
    },
  )

  it('of another picture is another: the one before is answered nobody', async () => {
    const { MANAGER } = fixture.people
    const first = (await send(MANAGER.token, await drawing().png().toBuffer())).context.plan
    const second = (await send(MANAGER.token, await drawing(300, 500).png().toBuffer())).context.plan
    expect(second).toMatchObject({ width: 300, height: 500 })
    expect((await picture(MANAGER.token, first.uuid)).status).toBe(404)
    expect((await picture(MANAGER.token, second.uuid)).status).toBe(200)
  })

  it('is drawn anew, no side longer than 1,600: nothing hidden in the file comes through', async () => {
    const taken = await drawing(3_200, 2_000)
      .withExif({ IFD0: { Copyright: 'Nora Nurse' }, IFD3: { GPSLatitude: '31/1 46/1 0/1' } })
      .jpeg()
      .toBuffer()
    const sent = Buffer.concat([taken, Buffer.from('<script>alert(1)</script>')])
    const answer = await send(fixture.people.ADMIN.token, sent)
    expect(answer.context.plan).toMatchObject({ width: 1_600, height: 1_000 })
    const row = await kept()
    expect((await sharp(row?.content).metadata()).exif).toBeUndefined()
    expect(row?.content.includes('<script>')).toBe(false)
  })

  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${' '.repeat(20_000)}</svg>`,
  )
  const bomb = () =>
    sharp({ create: { width: 6_500, height: 6_500, channels: 3, background: 'white' } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
  const tooSmall = () =>
    drawing(FLOOR_PLAN_MIN_SIDE - 1, 900)
      .png()
      .toBuffer()
  it.each([
    ['a drawing that may hold a program', () => svg, /cannot be uploaded/],
    ['a paper', () => Buffer.from(`%PDF-1.7\n${' '.repeat(20_000)}`), /cannot be uploaded/],
    ['a moving picture', () => drawing().gif().toBuffer(), /cannot be uploaded/],
    ['half a picture', async () => (await drawing().png().toBuffer()).subarray(0, 60), /cannot be uploaded/],
    ['a small file that unpacks to a huge picture', bomb, /cannot be uploaded/],
    ['a picture on which nobody finds a room', tooSmall, /too small/],
    [
      'more than a megabyte',
      () => Buffer.concat([Buffer.from('89504e47', 'hex'), randomBytes(1_000_000)]),
      /too big/,
    ],
  ])('is not %s', async (_, content, message) => {
    const before = await kept()
    expect(await send(fixture.people.MANAGER.token, await content())).toMatchObject({ status: 400, message })
    expect(await kept()).toEqual(before)
  })

  it('is one file', async () => {
    const { token } = fixture.people.MANAGER
    const content = await drawing().png().toBuffer()
    const path = `/branch/plan/${fixture.branch.uuid}`
    const form = formOf(['a.png', content], ['b.png', content])
    expect(await harness.call('POST', path, { token, form })).toMatchObject({ status: 400 })
    expect(await harness.call('POST', path, { token, form: new FormData() })).toMatchObject({ status: 400 })
    expect(await harness.call('POST', path, { token, body: {} })).toMatchObject({ status: 415 })
  })

  it('is for whoever may see the branch, and nobody else', async () => {
    const { MANAGER, SUPERVISOR, MONITOR, OWNER, USER } = fixture.people
    const { plan } = (await send(MANAGER.token, await drawing().png().toBuffer())).context
    for (const { token } of [MANAGER, SUPERVISOR, MONITOR])
      expect([(await picture(token, plan.uuid)).status, (await read(token)).status]).toEqual([200, 200])
    for (const { token } of [OWNER, USER])
      expect([(await picture(token, plan.uuid)).status, (await read(token)).status]).toEqual([403, 403])
    for (const { token } of [theirs.people.MANAGER, theirs.people.SUPERVISOR])
      expect([(await picture(token, plan.uuid)).status, (await read(token)).status]).toEqual([404, 404])
    expect((await fetch(`${harness.api.url}/api/branch/planPicture/${plan.uuid}`)).status).toBe(401)
    const other = await createBranch(harness.db, fixture.company.id)
    const ofOther = (await send(MANAGER.token, await drawing().png().toBuffer(), other.uuid)).context.plan
    expect([
      (await picture(SUPERVISOR.token, ofOther.uuid)).status,
      (await read(SUPERVISOR.token, other.uuid)).status,
    ]).toEqual([404, 404])
  })

  it('is given by a manager of the house, and leaves a trace', async () => {
    const content = await drawing().png().toBuffer()
    const before = await kept()
    expect(await send(fixture.people.SUPERVISOR.token, content)).toMatchObject({ status: 403 })
    expect(await send(theirs.people.MANAGER.token, content)).toMatchObject({ status: 404 })
    expect(await kept()).toEqual(before)
    await send(fixture.people.MANAGER.token, content)
    const isOfBranch = and(eq(auditLog.entityUuid, fixture.branch.uuid), eq(auditLog.action, 'updated'))
    const traces = await harness.db.select().from(auditLog).where(isOfBranch)
    expect(traces.map(({ detail }) => detail)).toContainEqual({ fields: ['floorPlan'] })
  })
})

describe('the rooms on it', () => {
  const withPlan = async () =>
    (await send(fixture.people.MANAGER.token, await drawing().png().toBuffer())).context.plan as {
      updatedAt: string
    }
  const spotsOf = async (token: string) => {
    const { context } = await read(token)
    return new Map<string, unknown>(
      context.rooms.map(({ uuid, spot }: { uuid: string; spot: unknown }) => [uuid, spot]),
    )
  }

  it('are where they were placed, also on another picture, until the plan is taken away', async () => {
    const { MANAGER, SUPERVISOR } = fixture.people
    const [one, two] = [
      await createRoom(harness.db, fixture.branch.id),
      await createRoom(harness.db, fixture.branch.id),
    ]
    const { updatedAt } = await withPlan()
    const spot = { x: 0.25, y: 0.75 }
    const placed = await place(MANAGER.token, { rooms: [{ uuid: one.uuid, spot }], updatedAt })
    expect(placed).toMatchObject({ status: 200 })
    const spots = await spotsOf(SUPERVISOR.token)
    expect([spots.get(one.uuid), spots.get(two.uuid)]).toEqual([spot, null])
    const [row] = await harness.db.select().from(rooms).where(eq(rooms.id, one.id))
    expect([row?.planX, row?.planY]).toEqual([0.25, 0.75])
    await withPlan()
    expect((await spotsOf(SUPERVISOR.token)).get(one.uuid)).toEqual(spot)
    const path = `/branch/plan/${fixture.branch.uuid}`
    expect(await harness.call('DELETE', path, { token: SUPERVISOR.token })).toMatchObject({ status: 403 })
    expect(await harness.call('DELETE', path, { token: MANAGER.token })).toMatchObject({ status: 200 })
    const { context } = await read(SUPERVISOR.token)
    expect(context.plan).toBeNull()
    expect((await spotsOf(SUPERVISOR.token)).get(one.uuid)).toBeNull()
    expect(await harness.call('DELETE', path, { token: MANAGER.token })).toMatchObject({ status: 404 })
  })

  it('are placed by one at a time: who looked at an older plan is told so', async () => {
    const { MANAGER } = fixture.people
    const room = await createRoom(harness.db, fixture.branch.id)
    const { updatedAt } = await withPlan()
    const body = { rooms: [{ uuid: room.uuid, spot: { x: 0.1, y: 0.1 } }], updatedAt }
    expect(await place(MANAGER.token, body)).toMatchObject({ status: 200 })
    expect(await place(MANAGER.token, body)).toMatchObject({ status: 409 })
  })

  it('are those of the branch, on the picture and not beside it', async () => {
    const { MANAGER, SUPERVISOR } = fixture.people
    const room = await createRoom(harness.db, fixture.branch.id)
    const foreign = await createRoom(harness.db, theirs.branch.id)
    const { updatedAt } = await withPlan()
    const spot = { x: 0.5, y: 0.5 }
    const to = (uuid: string, at: object | null = spot) => ({ rooms: [{ uuid, spot: at }], updatedAt })
    expect(await place(MANAGER.token, to(foreign.uuid))).toMatchObject({ status: 404 })
    expect(await place(SUPERVISOR.token, to(room.uuid))).toMatchObject({ status: 403 })
    expect(await place(theirs.people.MANAGER.token, to(room.uuid))).toMatchObject({ status: 404 })
    for (const wrong of [{ x: 1.01, y: 0.5 }, { x: 0.5, y: -0.1 }, { x: 0.5 }, { x: '0.5', y: 0.5 }])
      expect(await place(MANAGER.token, to(room.uuid, wrong))).toMatchObject({ status: 400 })
    expect(await place(MANAGER.token, { rooms: [], updatedAt })).toMatchObject({ status: 400 })
    expect((await spotsOf(MANAGER.token)).get(room.uuid)).toBeNull()
    expect(await place(MANAGER.token, to(room.uuid))).toMatchObject({ status: 200 })
    expect((await spotsOf(MANAGER.token)).get(foreign.uuid)).toBeUndefined()
  })
})
