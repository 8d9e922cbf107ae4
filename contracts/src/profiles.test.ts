import { describe, expect, it } from 'vitest'
import { formatOf } from './formats.ts'
import { formatWith, guessedBy, knownProfile, profileNames, profileOf } from './profiles.ts'

const facts = { format: 'watch-iw', model: 'watch-iw', chosen: null, guessed: null }

describe('which model a device is taken for', () => {
  it.each([
    ['nothing, where nothing tells', {}, null],
    ['what it is registered as', { model: 'Beehome H10' }, { name: 'iw-v2.10', by: 'MODEL' }],
    ['what it sends', { model: 'Beehome H10', guessed: 'iw-l009' }, { name: 'iw-l009', by: 'SENT' }],
    [
      'what somebody said, before all',
      { model: 'Beehome H10', guessed: 'iw-l009', chosen: 'iw-trv' },
      { name: 'iw-trv', by: 'CHOSEN' },
    ],
    ['none of another format', { chosen: '3g-zj', guessed: '3g-sg', model: '4P-Touch D41' }, null],
    [
      'none that a later version wrote',
      { chosen: 'iw-v9', guessed: 'iw-l009' },
      { name: 'iw-l009', by: 'SENT' },
    ],
  ] as const)('is %s', (_, own, known) => expect(knownProfile({ ...facts, ...own })).toEqual(known))

  it('is what it was, while that too would send such a thing', () => {
    expect(guessedBy(['iw-v3.03', 'iw-l009'], 'iw-l009')).toBe('iw-l009')
    expect(guessedBy(['iw-v3.03', 'iw-l009'], 'iw-trv')).toBe('iw-v3.03')
    expect(guessedBy(['iw-v3.03'], null)).toBe('iw-v3.03')
    expect(guessedBy(undefined, 'iw-trv')).toBe('iw-trv')
  })
})

it('takes away what a chosen model cannot, and nothing of a guess', () => {
  for (const name of profileNames) {
    const { format, lacks, measuresNow } = profileOf(name)
    const whole = formatOf(format)
    expect(formatWith(whole, { name, by: 'SENT' })).toBe(whole)
    const { settings, commands } = formatWith(whole, { name, by: 'CHOSEN' })
    expect(settings).toEqual(whole.settings.filter((one) => !lacks.some((lacking) => lacking === one)))
    expect(commands.includes('MEASURE')).toBe(measuresNow.length > 0)
    expect(commands).toContain('FIND')
  }
})

it('never takes fall detection away, whatever somebody chose', () => {
  for (const name of profileNames) {
    const whole = formatOf(profileOf(name).format)
    const { settings } = formatWith(whole, { name, by: 'CHOSEN' })
    for (const setting of ['fallDetection', 'fallSensitivity'] as const)
      expect([name, settings.includes(setting)]).toEqual([name, whole.settings.includes(setting)])
  }
})
