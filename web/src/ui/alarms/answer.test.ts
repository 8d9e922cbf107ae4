import { describe, expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { answer } from './answer.ts'

const now = new Date('2026-03-01T12:10:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const facts = (lastSeenAt: Date | null, notifications = [] as ReturnType<typeof aNotification>[]) => ({
  deviceUuid: aNotification().deviceUuid ?? '',
  lastSeenAt,
  expectedIntervalMs: 15 * 60_000,
  notifications,
  now,
})

describe('the answer a daughter reads first', () => {
  it('is that all is well when the watch spoke in time and nothing is open', () => {
    expect(answer(facts(minutesAgo(2))).state).toBe('ok')
  })

  it('is the gravest open alarm, even when the watch speaks', () => {
    const sos = aNotification({ uuid: 's' })
    const pulse = aNotification({ uuid: 'p', severity: 'HIGH', kind: 'HEART_RATE' })
    const incident = { first: sos, all: [sos] }
    expect(answer(facts(minutesAgo(1), [pulse, sos]))).toMatchObject({
      state: 'alarm',
      notification: sos,
      incident,
    })
  })

  it('stays the alarm while it goes on, also when somebody has acknowledged it', () => {
    const handled = aNotification({ acknowledged: true, active: true })
    expect(answer(facts(minutesAgo(1), [handled])).state).toBe('alarm')
  })

  it('never calls silence well', () => {
    expect(answer(facts(minutesAgo(60))).state).toBe('silent')
    expect(answer(facts(null)).state).toBe('silent')
  })

  it('is not spoiled by somebody else’s alarm or one that is over', () => {
    const other = aNotification({ deviceUuid: '0192f0a0-0000-7000-8000-0000000000ff' })
    const over = aNotification({ acknowledged: true, active: false })
    expect(answer(facts(minutesAgo(1), [other, over])).state).toBe('ok')

    const someone = { room: null, bed: null, imageUrl: null, status: 'ACTIVE', name: 'Ruth' } as const
    const former = { ...someone, uuid: '0192f0a0-0000-7000-8000-0000000000f0' }
    const wearer = { ...someone, uuid: '0192f0a0-0000-7000-8000-0000000000f1' }
    const stateWith = (alarm: typeof former) =>
      answer({ ...facts(minutesAgo(1), [aNotification({ wearer: alarm })]), wearer }).state
    expect([stateWith(former), stateWith(wearer)]).toEqual(['ok', 'alarm'])
  })
})
