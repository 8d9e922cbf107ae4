import { failedTries } from '@carewatch/migrations/schema/people'
import { testDatabase } from '@carewatch/platform/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createThrottle, KNOWN_RULE, type Throttle, waitMs } from './throttle.ts'

const MINUTE = 60_000
const noon = Date.UTC(2026, 10, 21, 12)
const at = (minutes: number) => new Date(noon + minutes * MINUTE)

let database: Awaited<ReturnType<typeof testDatabase>>
let throttle: Throttle
let another: Throttle
beforeAll(async () => {
  database = await testDatabase()
  throttle = createThrottle(database.db)
  another = createThrottle(database.db)
})
afterAll(() => database.drop())

const fail = async (account: string, times: number, when: Date) => {
  for (let failure = 0; failure < times; failure++) await throttle.failed({ own: account }, when)
}
const minutesLeft = async (account: string, when: Date) =>
  (await another.waitLeftMs({ own: account }, when)) / MINUTE

describe('waiting after wrong passwords', () => {
  it.each([
    [4, 0],
    [5, MINUTE],
    [6, 2 * MINUTE],
    [8, 8 * MINUTE],
    [30, 60 * MINUTE],
  ])('after %i failures one waits %i ms', (failures, expected) => {
    expect(waitMs(failures, KNOWN_RULE)).toBe(expected)
  })

  it('blocks the account at the fifth failure, for every process, and lets it try again a minute later', async () => {
    await fail('nurse', 4, at(0))
    expect(await minutesLeft('nurse', at(0))).toBe(0)

    await fail('Nurse', 1, at(0))
    expect(await minutesLeft('nurse', at(0))).toBe(1)
    expect(await minutesLeft('nurse', at(1))).toBe(0)
    expect(await minutesLeft('another nurse', at(0))).toBe(0)
  })

  it('waits longer with each failure after that, up to an hour', async () => {
    await fail('stubborn', 5, at(0))
    await fail('stubborn', 1, at(1))
    expect(await minutesLeft('stubborn', at(1))).toBe(2)
    await fail('stubborn', 30, at(3))
    expect(await minutesLeft('stubborn', at(3))).toBe(60)
  })

  it('counts every one of a hundred failures at once', async () => {
    await Promise.all(Array.from({ length: 7 }, () => throttle.failed({ own: 'crowd' }, at(0))))
    expect(await minutesLeft('crowd', at(0))).toBe(4)
  })

  it.each([
    [{ account: 'asked' }, 5, 50],
    [{ address: '10.0.0.1' }, 20, 300],
  ])('asks for work first, and makes wait long after: %o', async (counted, freeOfWork, freeFailures) => {
    const standing = async () => [
      await another.costsWork({ ...counted, known: 'x' }, at(0)),
      await another.waitLeftMs({ ...counted, known: 'x' }, at(0)),
    ]
    const failUntil = async (from: number, to: number) => {
      for (let failure = from; failure < to; failure++) await throttle.failed(counted, at(0))
    }
    await failUntil(0, freeOfWork - 1)
    expect(await standing()).toEqual([false, 0])
    await failUntil(freeOfWork - 1, freeOfWork)
    expect(await standing()).toEqual([true, 0])
    await failUntil(freeOfWork, freeFailures - 1)
    expect(await standing()).toEqual([true, 0])
    await failUntil(freeFailures - 1, freeFailures)
    expect(await standing()).toEqual([true, MINUTE])
    expect(await another.costsWork(counted, at(1_000))).toBe(false)
  })

  it('lets nobody wait for a free failure, not even whoever asked a moment before it', async () => {
    for (let time = 0; time < 2; time++)
      await throttle.failed({ own: 'two at once', address: '10.0.0.2' }, at(1))
    expect(await minutesLeft('two at once', at(0))).toBe(0)
    expect(await throttle.waitLeftMs({ address: '10.0.0.2' }, at(0))).toBe(0)
  })

  it('forgets the failures once the right password was given', async () => {
    await fail('forgiven', 4, at(0))
    await throttle.succeeded({ own: 'forgiven' })
    await fail('forgiven', 1, at(0))
    expect(await minutesLeft('forgiven', at(0))).toBe(0)
  })

  it('forgets failures of long ago, and sweeps them away', async () => {
    await fail('long ago', 4, at(0))
    await fail('long ago', 1, at(61))
    expect(await minutesLeft('long ago', at(61))).toBe(0)
    await throttle.forgetOld(at(1_000))
    expect(await database.db.$count(failedTries)).toBe(0)
  })

  it('keeps no name that could be read back', async () => {
    await throttle.failed({ account: 'nora@carewatch.test', address: '10.0.0.7' }, at(0))
    expect(JSON.stringify(await database.db.select().from(failedTries))).not.toMatch(/nora|10\.0\.0/)
  })
})
