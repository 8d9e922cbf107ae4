import { languages } from '../languages.ts'
import { describe, expect, it } from 'vitest'
import { wearerLine } from './wearer-line.ts'
import { write } from './write.ts'

const ruth = { name: 'Ruth Cohen', room: '201', bed: '2' }
const lineIn = (language: (typeof languages)[number], wearer: Parameters<typeof wearerLine>[1]): string =>
  wearerLine((id, values) => write(language, id, values) ?? id, wearer)

describe('whom a message is about', () => {
  it('is the person, the room and the bed', () => {
    expect(lineIn('en', ruth)).toBe('\u2068Ruth Cohen\u2069, room 201, bed 2')
  })

  it.each([
    ['a person in no room', { ...ruth, room: null, bed: null }, '\u2068Ruth Cohen\u2069'],
    ['a bed in no room', { ...ruth, room: null }, '\u2068Ruth Cohen\u2069, bed 2'],
    ['a room of one bed', { ...ruth, bed: null }, '\u2068Ruth Cohen\u2069, room 201'],
    [
      'a room with a name',
      { ...ruth, room: 'Garden wing' },
      '\u2068Ruth Cohen\u2069, \u2068Garden wing\u2069, bed 2',
    ],
    ['a room with a letter', { ...ruth, room: 'B12' }, '\u2068Ruth Cohen\u2069, room \u2068B12\u2069, bed 2'],
  ])('names %s', (_, wearer, line) => {
    expect(lineIn('en', wearer)).toBe(line)
  })

  it('keeps a Latin name and a Latin room from turning a Hebrew line', () => {
    expect(lineIn('iw', { ...ruth, room: 'B12' })).toBe('\u2068Ruth Cohen\u2069, חדר \u2068B12\u2069, מיטה 2')
    expect(lineIn('ar', ruth)).toBe('\u2068Ruth Cohen\u2069، غرفة 201، سرير 2')
  })

  it('is first where they lie now, then where they lay when it happened, if that was elsewhere', () => {
    const moved = { ...ruth, bedsideThen: { room: '105', bed: '1' } }
    expect(lineIn('en', moved)).toBe(
      '\u2068Ruth Cohen\u2069, room 201, bed 2 (at the alarm: room 105, bed 1)',
    )
    expect(lineIn('iw', moved)).toBe('\u2068Ruth Cohen\u2069, חדר 201, מיטה 2 (בזמן ההתרעה: חדר 105, מיטה 1)')
    expect(lineIn('en', { ...ruth, bedsideThen: { room: '201', bed: '1' } })).toContain(
      '(at the alarm: room 201, bed 1)',
    )
    expect(lineIn('en', { ...moved, room: null, bed: null })).toBe(
      '\u2068Ruth Cohen\u2069 (at the alarm: room 105, bed 1)',
    )
  })

  it.each([
    ['who lies there still', { room: '201', bed: '2' }],
    ['of whom nobody wrote it down', null],
    ['of whom nobody asked', undefined],
  ])('of %s is today’s alone', (_, bedsideThen) => {
    expect(lineIn('en', { ...ruth, bedsideThen })).toBe(lineIn('en', ruth))
  })

  it.each(languages)('has its words in %s', (language) => {
    const line = lineIn(language, ruth)
    expect(line).toMatch(/^\u2068Ruth Cohen\u2069.+201.+2$/u)
    expect(line).not.toContain('bedside.')
    const moved = lineIn(language, { ...ruth, bedsideThen: { room: '105', bed: '1' } })
    expect(moved.startsWith(`${line} (`)).toBe(true)
    expect(moved).toMatch(/105.+1\)$/u)
  })
})
