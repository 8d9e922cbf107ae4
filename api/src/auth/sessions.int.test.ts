import { once } from 'node:events'
import { createSession, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { sessions, users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { forgetOldSessions } from '../access/sessions.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
})
afterAll(() => harness.close())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const validate = async (token: string) => (await harness.call('GET', '/auth/validateToken', { token })).status

describe('where one is signed in', () => {
  it('is listed with the machine, the address and which of them this is', async () => {
    const owner = await harness.person('OWNER')
    await createSession(harness.db, owner.id, { userAgent: FIREFOX, address: '10.0.0.9' })
    await createSession(harness.db, owner.id, { endedAt: new Date() })
    await createSession(harness.db, owner.id, { expiresAt: new Date(Date.now() - 1_000) })
    const { context } = await harness.call('GET', '/auth/sessions', { token: owner.token })
    expect(context.sessions).toHaveLength(2)
    expect(context.sessions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ uuid: owner.session, isThis: true }),
        expect.objectContaining({ machine: 'Firefox, Windows', address: '10.0.0.9', isThis: false }),
      ]),
    )
  })

  const end = async (token: string, which: string, password = TEST_PASSWORD) =>
    (await harness.call('POST', `/auth/sessions/${which}`, { token, body: { password } })).status

  it('can be ended one by one, and only by their owner', async () => {
    const owner = await harness.person('OWNER')
    const elsewhere = await harness.person('OWNER')
    const endOne = (uuid: string) => end(owner.token, `end/${uuid}`)
    expect(await endOne(elsewhere.session)).toBe(404)
    expect(await validate(elsewhere.token)).toBe(200)
    const other = await createSession(harness.db, owner.id)
    expect([await endOne(other.uuid), await endOne(other.uuid)]).toEqual([200, 404])
  })

  it('can all be ended but this one', async () => {
    const owner = await harness.person('OWNER')
    const elsewhere = await harness.signIn(owner)
    expect(await end(owner.token, 'endOthers')).toBe(200)
    expect([await validate(owner.token), await validate(elsewhere)]).toEqual([200, 401])
  })

  it('are ended by nobody who does not know the password', async () => {
    const owner = await harness.person('OWNER')
    const elsewhere = await harness.signIn(owner)
    const other = await createSession(harness.db, owner.id)
    for (const which of ['endOthers', `end/${other.uuid}`]) {
      expect(await end(owner.token, which, 'not theirs')).toBe(400)
      expect(
        (await harness.call('POST', `/auth/sessions/${which}`, { token: owner.token, body: {} })).status,
      ).toBe(400)
    }
    expect(await validate(elsewhere)).toBe(200)
    expect(
      await harness.db.$count(sessions, and(eq(sessions.uuid, other.uuid), isNull(sessions.endedAt))),
    ).toBe(1)
  })
})

it('a sign-in of long ago is forgotten', async () => {
  const owner = await harness.person('OWNER')
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const days of [1, 100]) await createSession(harness.db, owner.id, { expiresAt: daysAgo(days) })
  await forgetOldSessions(harness.db)
  expect(await harness.db.$count(sessions, eq(sessions.userId, owner.id))).toBe(2)
})

async function openScreen(token: string) {
  const socket = new WebSocket(`${harness.api.url.replace('http', 'ws')}/api/live`)
  const state = { closed: 0, isIn: false }
  socket.on('message', (frame: Buffer) => {
    if (frame.toString().includes('authorized')) state.isIn = true
  })
  socket.on('close', (code) => (state.closed = code))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'authorize', token }))
  await until('authorized', () => state.isIn)
  return state
}

describe('an open screen', () => {
  it.each([
    ['signs out', 'POST', '/auth/logout', () => ({})],
    [
      'changes the password elsewhere',
      'POST',
      '/auth/changePassword',
      () => ({ oldPassword: TEST_PASSWORD, newPassword: 'blue river 77' }),
    ],
  ] as const)('is closed when its person %s', async (what, method, path, body) => {
    const owner = await harness.person('OWNER')
    const there = what === 'signs out' ? owner.token : await harness.signIn(owner)
    const screen = await openScreen(there)
    expect((await harness.call(method, path, { token: owner.token, body: body() })).status).toBe(200)
    await until('the screen is closed', () => screen.closed !== 0)
    expect(screen.closed).toBe(4401)
    expect(await validate(there)).toBe(401)
  })

  it.each([
    ['deactivated', '/admin/user/statusChange', (uuid: string) => ({ uuid, isActive: false })],
    ['given a password', '/admin/changePasswordByAdmin', (userUuid: string) => ({ userUuid })],
  ] as const)('is closed when its person is %s', async (_, path, body) => {
    const admin = await harness.person('ADMIN')
    const owner = await harness.person('OWNER')
    const screen = await openScreen(owner.token)
    // Nobody used it yet, as far as the one who gives the password knows.
    await harness.db.update(users).set({ mustChangePassword: true }).where(eq(users.id, owner.id))
    const answer = await harness.call('POST', path, { token: admin.token, body: body(owner.uuid) })
    expect(answer.status).toBe(200)
    await until('the screen is closed', () => screen.closed !== 0)
    expect(await validate(owner.token)).toBe(401)
  })

  it.each([
    ['given another role', 'POST', '/admin/user/update/', { role: 'RELATIVE' }],
    ['deleted', 'DELETE', '/admin/user/', undefined],
    ['signed out by an administrator', 'POST', '/admin/user/endSessions/', {}],
  ] as const)('is closed when its person is %s', async (_, method, path, body) => {
    const [admin, owner] = [await harness.person('ADMIN'), await harness.person('OWNER')]
    const screen = await openScreen(owner.token)
    const answer = await harness.call(method, `${path}${owner.uuid}`, { token: admin.token, body })
    expect(answer.status).toBe(200)
    await until('the screen is closed', () => screen.closed !== 0)
    expect(await validate(owner.token)).toBe(401)
  })
})
