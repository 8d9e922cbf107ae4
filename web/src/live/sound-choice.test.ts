import { describe, expect, it } from 'vitest'
import { aNotification } from './a-notification.ts'
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
