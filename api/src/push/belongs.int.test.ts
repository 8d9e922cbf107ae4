import { createSession, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { pushSubscriptions, sessions, users } from '@carewatch/migrations/schema/people'
import { newPushKeys } from '@carewatch/platform/credentials/push-keys'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness, tokenFor, type Harness } from '../testing/harness.ts'

const pair = newPushKeys()
const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
const at = (name: string) => `https://localhost/${name}`

describe('a browser that is told of alarms', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({
      VAPID_PUBLIC_KEY: pair.publicKey,
      VAPID_PRIVATE_KEY: pair.privateKey,
      PUSH_HOSTS: 'localhost',
    })
  })
  afterAll(() => harness.close())

  const subscribe = async (token: string, name: string) => {
    const body = { endpoint: at(name), keys }
    return (await harness.call('POST', '/push/subscribe', { token, body })).status
  }
  const subscriptionsOf = async (userId: number) => {
    const of = eq(pushSubscriptions.userId, userId)
    const rows = await harness.db
      .select()
      .from(pushSubscriptions)
      .where(of)
      .orderBy(asc(pushSubscriptions.id))
    return rows.map(({ endpoint }) => endpoint)
  }
  /** The same person on another machine. */
  const elsewhere = async (person: { id: number; uuid: string }) => {
    const { uuid: session } = await createSession(harness.db, person.id)
    return { session, token: tokenFor({ uuid: person.uuid, session }) }
  }
  const someone = async () => {
    const person = await harness.person('OWNER')
    const there = await elsewhere(person)
    const name = person.uuid
    await subscribe(person.token, `${name}/here`)
    await subscribe(there.token, `${name}/there`)
    return { person, there, here: at(`${name}/here`), away: at(`${name}/there`) }
  }

  it('is told no more after signing out there, and the others still are', async () => {
    const { person, away } = await someone()
    await harness.call('POST', '/auth/logout', { token: person.token, body: {} })
    expect(await subscriptionsOf(person.id)).toEqual([away])
  })

  it('is told no more when its sign-in is ended from another machine', async () => {
    const { person, there, here } = await someone()
    await harness.call('POST', `/auth/sessions/end/${there.session}`, {
      token: person.token,
      body: { password: TEST_PASSWORD },
    })
    expect(await subscriptionsOf(person.id)).toEqual([here])
  })

  it('is told no more when the password was changed elsewhere', async () => {
    const { person, here } = await someone()
    const body = { oldPassword: 'carewatch', newPassword: 'a much longer phrase 7' }
    const answer = await harness.call('POST', '/auth/changePassword', { token: person.token, body })
    expect(answer.status).toBe(200)
    expect(await subscriptionsOf(person.id)).toEqual([here])
  })

  it.each([
    ['deactivated', 'POST', () => '/admin/user/statusChange', (uuid: string) => ({ uuid, isActive: false })],
    ['deleted', 'DELETE', (uuid: string) => `/admin/user/${uuid}`, () => undefined],
    [
      'signed out by an administrator',
      'POST',
      (uuid: string) => `/admin/user/endSessions/${uuid}`,
      () => ({}),
    ],
    ['given a password', 'POST', () => '/admin/changePasswordByAdmin', (userUuid: string) => ({ userUuid })],
  ] as const)('is told no more when its person is %s', async (_, method, path, body) => {
    const [{ person }, admin] = [await someone(), await harness.person('ADMIN')]
    const of = person.uuid
    // Staff give a password to an account that its person has not made their own.
    await harness.db.update(users).set({ mustChangePassword: true }).where(eq(users.id, person.id))
    const answer = await harness.call(method, path(of), { token: admin.token, body: body(of) })
    expect(answer.status).toBe(200)
    expect(await subscriptionsOf(person.id)).toEqual([])
  })

  it('is still told when its sign-in came to its end by itself', async () => {
    const { person, here, away } = await someone()
    await harness.db.delete(sessions).where(eq(sessions.userId, person.id))
    expect(await subscriptionsOf(person.id)).toEqual([here, away])
    const { token } = await elsewhere(person)
    await subscribe(token, `${person.uuid}/here`)
    await harness.call('POST', '/auth/logout', { token, body: {} })
    expect(await subscriptionsOf(person.id)).toEqual([away])
  })

  it('takes the place of the address that it had before', async () => {
    const { person, away } = await someone()
    await subscribe(person.token, `${person.uuid}/new`)
    expect(await subscriptionsOf(person.id)).toEqual([away, at(`${person.uuid}/new`)])
  })

  it('is one of the twenty that its person used last', async () => {
    const { person, here, away } = await someone()
    await subscribe(person.token, `${person.uuid}/here`)
    for (let n = 1; n <= 19; n++) {
      const { token } = await elsewhere(person)
      expect(await subscribe(token, `${person.uuid}/${n}`)).toBe(200)
    }
    const given = await subscriptionsOf(person.id)
    expect(given).toHaveLength(20)
    expect(given).toContain(here)
    expect(given).not.toContain(away)
  })

  it('is not kept for a sign-in that has ended', async () => {
    const person = await harness.person('OWNER')
    await harness.call('POST', '/auth/logout', { token: person.token, body: {} })
    expect(await subscribe(person.token, 'late')).toBe(401)
    expect(await subscriptionsOf(person.id)).toEqual([])
  })
})
