import { describe, expect, it } from 'vitest'
import { aNotification } from './a-notification.ts'
import { unanswered } from './gravest.ts'
import { soundFor } from './sound-choice.ts'

const message = aNotification({ uuid: 'n', type: 'NOTIFICATION', severity: 'LOW' })
const alarm = aNotification({ uuid: 'a' })

describe('the sound', () => {
  it('of several at once is the alarm’s if one of them is an alarm', () => {
    expect(soundFor([message, alarm])).toBe('ALARM')
    expect(soundFor([message])).toBe('NOTIFICATION')
  })

  it('stays silent for what somebody has acknowledged', () => {
    expect(soundFor([{ ...alarm, acknowledged: true }])).toBeNull()
    expect(soundFor([{ ...alarm, acknowledged: true }, message])).toBe('NOTIFICATION')
    expect(soundFor([])).toBeNull()
  })
})

describe('the alarm banner', () => {
  it('shows the gravest first, of equals who has waited longest, and nothing that is no alarm', () => {
    const high = aNotification({ uuid: 'h', severity: 'HIGH', createdAt: new Date(0) })
    const newer = aNotification({ uuid: 'c', createdAt: new Date('2026-03-01T13:00:00Z') })
    const uuids = unanswered([message, high, newer, alarm]).map(({ uuid }) => uuid)
    expect(uuids).toEqual(['a', 'c', 'h'])
  })
})
