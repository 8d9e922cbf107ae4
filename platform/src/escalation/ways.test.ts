import { type Channel, channels } from '@carewatch/contracts/escalation'
import { describe, expect, it } from 'vitest'
import type { Recipient } from './recipients.ts'
import { firstWays, isOutOfReach, waysTo } from './ways.ts'

const everything = new Set<Channel>(channels)
const nurse: Recipient = {
  userId: 1,
  relativeId: null,
  name: 'Nora Nurse',
  userUuid: '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b',
  language: 'en',
  hasPush: true,
  phone: '+972541234567',
  email: 'nurse@carewatch.test',
  telegramChatId: '7',
  quietUntil: null,
}

describe('the ways to a person', () => {
  it('are those of the step that are set up and that they have, in the order of the step', () => {
    expect(waysTo(nurse, ['SMS', 'TELEGRAM'], everything)).toEqual(['IN_APP', 'SMS', 'TELEGRAM'])
    expect(waysTo(nurse, ['SMS', 'TELEGRAM'], new Set<Channel>(['IN_APP', 'TELEGRAM']))).toEqual([
      'IN_APP',
      'TELEGRAM',
    ])
    expect(waysTo({ ...nurse, telegramChatId: null }, channels, everything)).not.toContain('TELEGRAM')
  })

  it('are a number and an address for a relative without an account', () => {
    const son = { ...nurse, userId: null, relativeId: 4, hasPush: false, telegramChatId: null }
    expect(waysTo(son, channels, everything)).toEqual(['SMS', 'EMAIL'])
  })

  it('begin with every screen and one message', () => {
    expect(firstWays(waysTo(nurse, channels, everything))).toEqual(['IN_APP', 'PUSH', 'TELEGRAM'])
    expect(firstWays([])).toEqual([])
  })

  it('lead nowhere for whoever has none of those that are set up, though the screen would show it', () => {
    expect(isOutOfReach(nurse, everything)).toBe(false)
    expect(isOutOfReach(nurse, new Set<Channel>(['IN_APP']))).toBe(true)
    const unknown = { ...nurse, hasPush: false, phone: null, email: null, telegramChatId: null }
    expect(isOutOfReach(unknown, everything)).toBe(true)
  })
})
