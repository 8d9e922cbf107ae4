import { randomUUID } from 'node:crypto'
import { createUser, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { failedTries, knownPlaces } from '@carewatch/migrations/schema/people'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startHarness, type Harness } from '../testing/harness.ts'
import { rememberPlace } from './known-places.ts'
import { createThrottle } from './throttle.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(() => Promise.all([harness.db.delete(failedTries), harness.db.delete(knownPlaces)]))

const HERE = '127.0.0.1'
type More = { browser?: string; work?: string }
const login = async (email: string, password = TEST_PASSWORD, more: More = {}) =>
  harness.call('POST', '/auth/login', { body: { email, password, ...more } })
const statusOf = async (email: string, password?: string, more?: More): Promise<number> =>
  (await login(email, password, more)).status
const newNurse = () => createUser(harness.db, { role: 'SUPERVISOR' })

async function attackHouse(): Promise<void> {
  for (let guess = 0; guess < 20; guess++)
    expect(await statusOf(`guess.${guess}@carewatch.test`, 'wrong')).toBe(401)
}
/** From all over the world. */
async function attackAccount(account: string, tries = 5): Promise<void> {
  const throttle = createThrottle(harness.db)
  for (let guess = 0; guess < tries; guess++)
    await throttle.failed({ account, address: `198.51.100.${guess}` })
}

async function done(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return JSON.stringify({ challenge, solution })
}
const workFor = async (email: string): Promise<string> => done((await login(email)).context.challenge)

it('twenty wrong tries from a house keep nobody out who was let in there before', async () => {
  const nurse = await newNurse()
  expect(await statusOf(nurse.email)).toBe(200)
  await attackHouse()
  expect(await statusOf(nurse.email)).toBe(200)
})

it('and whoever is new there is asked for work instead of being sent away', async () => {
  const nurse = await newNurse()
  await attackHouse()
  expect(await statusOf(nurse.email)).toBe(429)
  expect(await statusOf(nurse.email, TEST_PASSWORD, { work: await workFor(nurse.email) })).toBe(200)
})

it('wrong tries at an account do not keep its person out, neither in their browser nor where they were let in before', async () => {
  const [browser, nurse, colleague, stranger] = [
    randomUUID(),
    await newNurse(),
    await newNurse(),
    await newNurse(),
  ]
  // Elsewhere, by this browser; here, by another.
  await rememberPlace(harness.db, nurse.uuid, { address: '203.0.113.9', browser })
  await rememberPlace(harness.db, colleague.uuid, { address: HERE, browser: randomUUID() })
  for (const { uuid } of [nurse, colleague, stranger]) await attackAccount(uuid, 60)
  expect(await statusOf(nurse.email, TEST_PASSWORD, { browser })).toBe(200)
  expect(await statusOf(colleague.email)).toBe(200)
  // Another's browser is no way in, and neither is a browser that nobody knows.
  expect(await statusOf(stranger.email, TEST_PASSWORD, { browser })).toBe(429)
  expect(await statusOf(stranger.email, TEST_PASSWORD, { browser: randomUUID() })).toBe(429)
})

it('whoever is known is held to five tries, by themselves', async () => {
  const [nurse, colleague] = [await newNurse(), await newNurse()]
  for (const { email } of [nurse, colleague]) expect(await statusOf(email)).toBe(200)
  for (let guess = 0; guess < 5; guess++) expect(await statusOf(nurse.email, 'wrong')).toBe(401)
  expect(await login(nurse.email)).toMatchObject({
    status: 429,
    message: 'Too many failed attempts, please wait 1 minute',
  })
  expect(await statusOf(colleague.email)).toBe(200)
})

it('an attacker is known nowhere by failing there', async () => {
  const nurse = await newNurse()
  for (let guess = 0; guess < 5; guess++) expect(await statusOf(nurse.email, 'wrong')).toBe(401)
  expect(await harness.db.$count(knownPlaces)).toBe(0)
})

it('work is good once, for whom it was asked, as it was asked', async () => {
  const [nurse, other] = [await newNurse(), await newNurse()]
  for (const { uuid } of [nurse, other]) await attackAccount(uuid)
  const work = await workFor(nurse.email)
  const { challenge, solution } = JSON.parse(work)
  const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '00' } }
  for (const bad of [
    'nonsense',
    '{}',
    JSON.stringify({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
    await done(easier),
  ])
    expect(await statusOf(nurse.email, TEST_PASSWORD, { work: bad })).toBe(429)
  expect(await statusOf(other.email, TEST_PASSWORD, { work })).toBe(429)
  expect(await statusOf(nurse.email, 'wrong', { work })).toBe(401)
  expect(await statusOf(nurse.email, TEST_PASSWORD, { work })).toBe(429)
})

it('keeps nothing of where somebody signed in that could be read back', async () => {
  const nurse = await newNurse()
  const browser = randomUUID()
  expect(await statusOf(nurse.email, TEST_PASSWORD, { browser })).toBe(200)
  const rows = await harness.db.select().from(knownPlaces)
  expect(rows).toHaveLength(2)
  for (const text of [HERE, browser, nurse.uuid]) expect(JSON.stringify(rows)).not.toContain(text)
})
