import { once } from 'node:events'
import { connect } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import { deviceProofs } from '@carewatch/migrations/schema/proof'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { isWatchPortClosed } from './listeners.ts'
import { startBrokerHarness } from './testing.ts'

describe('the port of watches over plain TCP', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let sql: pg.Client
  beforeAll(async () => {
    database = await testDatabase()
    sql = new pg.Client(database.url)
    await sql.connect()
  })
  afterAll(async () => {
    await sql.end()
    await database.drop()
  })

  const isOpen = async (port: number): Promise<boolean> => {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return true
    } catch {
      return false
    } finally {
      socket.destroy()
    }
  }

  it('is open where somebody said so, and closed where somebody said that', async () => {
    const harness = await startBrokerHarness()
    expect(await isOpen(harness.watchPort)).toBe(true)
    await harness.close()
    const closed = await startBrokerHarness({ WATCH_PORT: 'off' })
    expect(await isOpen(closed.watchPort)).toBe(false)
    await closed.close()
  })

  const isClosed = () =>
    isWatchPortClosed({ WATCH_PORT: undefined }, { db: sql, log: pino({ level: 'silent' }) })

  it('is closed where nobody said anything and none is in use', async () => {
    expect(await isClosed()).toBe(true)
    const native = await createDevice(database.db)
    await database.db.insert(deviceProofs).values({ deviceId: native.id, how: 'REPORTED_BEFORE' })
    await createDevice(database.db, { deviceModel: 'Vivistar VL16P' })
    expect(await isClosed()).toBe(true)
  })

  it.each(['REPORTED_BEFORE', 'PAIRED', 'ACCEPTED', 'FIRST_CONTACT'] as const)(
    'is open for a watch in use, proven by %s, until that is deleted',
    async (how) => {
      const { id } = await createDevice(database.db, { deviceModel: 'SeTracker (3G)' })
      await database.db.insert(deviceProofs).values({ deviceId: id, how })
      expect(await isClosed()).toBe(false)
      await sql.query('update devices set deleted_at = now() where id = $1', [id])
      expect(await isClosed()).toBe(true)
    },
  )

  it('is open for a watch that is heard and not proven yet', async () => {
    const { id } = await createDevice(database.db, { deviceModel: 'SeTracker (3G)' })
    await sql.query('update device_status set last_seen_at = now() where device_id = $1', [id])
    expect(await isClosed()).toBe(false)
  })

  it('may be named, switched off or left to be the usual one', () => {
    const wanted = (WATCH_PORT: string) =>
      readEnv({
        DATABASE_URL: asService(database.url, 'broker'),
        SERVICE_SECRET: 'a-secret-between-our-services',
        WATCH_PORT,
      }).WATCH_PORT
    expect(['5093', 'off', 'usual', ''].map(wanted)).toEqual([5_093, 'off', 'usual', undefined])
  })
})
