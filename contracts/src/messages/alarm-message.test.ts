import { alarmKinds } from '../alarms.ts'
import { languages } from '../languages.ts'
import { describe, expect, it } from 'vitest'
import { alarmMessage } from './alarm-message.ts'

const pulse = { kind: 'HEART_RATE', direction: 'HIGH', metric: 'heartRate', value: 142, late: false } as const

describe('what a notification says', () => {
  it('names the side and the value', () => {
    expect(alarmMessage('en', pulse)).toBe('Heart rate is high: 142 bpm')
  })

  it('speaks the language of whoever asks', () => {
    expect(alarmMessage('iw', pulse)).toContain('142')
    expect(alarmMessage('iw', pulse)).not.toContain('Heart rate')
  })

  it('says when it was reported late', () => {
    expect(alarmMessage('en', { ...pulse, late: true })).toBe('Heart rate is high: 142 bpm (reported late)')
  })

  it('does without the value when there is none', () => {
    expect(alarmMessage('en', { ...pulse, value: null })).toBe('Heart rate outside its limits')
  })

  it('shows a temperature with its one decimal, not with seven', () => {
    const fever = { ...pulse, kind: 'TEMPERATURE', metric: 'temperature', value: 38.599998474 } as const
    expect(alarmMessage('en', fever)).toBe('Temperature is high: 38.6 °C')
    expect(alarmMessage('de', fever)).toContain('38,6')
  })

  it.each(languages)('has a text for every kind of alarm in %s', (language) => {
    for (const kind of alarmKinds) {
      const text = alarmMessage(language, { ...pulse, kind, direction: 'NONE', value: null })
      expect(text).not.toMatch(/^alarm\.|[{}]/)
    }
  })
})
