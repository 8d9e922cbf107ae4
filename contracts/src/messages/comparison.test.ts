import { describe, expect, it } from 'vitest'
import type { Language } from '../languages.ts'
import { faultsOf } from './comparison.ts'

const faults = (language: Language, text: string, english: string) =>
  faultsOf(language, { text }, { text: english }).map(({ problem }) => problem)

const COUNTED = '{n, plural, one {# day} other {# days}}'

describe('a dictionary is right', () => {
  it.each<[string, Language, string, string]>([
    ['when it says the same in its own words', 'de', 'Puls: {value} S/min', 'Pulse: {value} bpm'],
    [
      'when it counts as its language does',
      'ru',
      '{n, plural, one {# день} few {# дня} many {# дней} other {# дня}}',
      COUNTED,
    ],
    [
      'when it says zero in a way of its own',
      'de',
      '{n, plural, =0 {heute} one {# Tag} other {# Tage}}',
      COUNTED,
    ],
    [
      'when it counts what English only writes',
      'bg',
      'след {n, plural, one {# час} other {# часа}}',
      'in {n, number} h',
    ],
    ['when it leaves an abbreviation in capitals', 'ru', 'IMEI', 'IMEI'],
    ['when it leaves a name', 'ar', 'Telegram', 'Telegram'],
    ['when it leaves what has no letters', 'iw', '{low}–{high} %', '{low}–{high} %'],
    ['when it has a word in common with English', 'de', 'Name', 'Name'],
    ['when it has an apostrophe', 'fr', "L'alarme d''{name}", 'The alarm of {name}'],
  ])('%s', (_why, language, text, english) => {
    expect(faults(language, text, english)).toEqual([])
  })
})

describe('a dictionary is refused', () => {
  it('when a text is missing or empty', () => {
    const english = { here: 'Here', empty: 'Empty', gone: 'Gone' }
    expect(faultsOf('de', { here: 'Hier', empty: '' }, english)).toEqual([
      { id: 'empty', problem: 'missing' },
      { id: 'gone', problem: 'missing' },
    ])
  })

  it('when a text is one that English does not have', () => {
    expect(faultsOf('de', { toString: 'Alt' }, {})).toEqual([{ id: 'toString', problem: 'unknown' }])
  })

  it.each<[string, Language, string, string]>([
    ['is renamed', 'de', 'Puls: {wert}', 'Pulse: {value}'],
    ['is left out', 'de', 'Puls', 'Pulse: {value}'],
    ['is added in one case of a plural', 'de', '{n, plural, one {ein Tag, {name}} other {# Tage}}', COUNTED],
    ['is counted although it is a text', 'de', '{n, plural, one {# Tag} other {# Tage}}', '{n} days'],
    [
      'has other choices',
      'de',
      '{sex, select, male {er} other {sie}}',
      '{sex, select, female {she} other {he}}',
    ],
    ['is marked up no more', 'de', 'Hier', '<link>Here</link>'],
  ])('when an argument %s', (_what, language, text, english) => {
    expect(faults(language, text, english)).toEqual(['other arguments'])
  })

  it.each<[string, Language, string]>([
    ['a Russian "few" is missing', 'ru', '{n, plural, one {# день} many {# дней} other {# дня}}'],
    [
      'an Arabic "zero" is missing',
      'ar',
      '{n, plural, one {يوم} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}',
    ],
    ['a German "few" is one too many', 'de', '{n, plural, one {# Tag} few {# Tage} other {# Tage}}'],
    [
      'a plural within a plural lacks one',
      'lv',
      '{n, plural, zero {#} one {{n, plural, one {#} other {#}}} other {#}}',
    ],
  ])('when %s', (_what, language, text) => {
    expect(faults(language, text, COUNTED)).toEqual(['other plural cases'])
  })

  it('when English itself does not count as English does', () => {
    const text = '{n, plural, other {# days}}'
    expect(faults('en', text, text)).toEqual(['other plural cases'])
  })

  it.each(['Puls: {value', 'Puls: value}}{', '{n, plural, one {# Tag}}'])('when %s does not read', (text) => {
    expect(faults('de', text, 'Pulse: {value}')).toEqual(['malformed'])
  })

  it.each<Language>(['iw', 'bg', 'ru', 'ar'])('when an English text was left in %s', (language) => {
    expect(faults(language, 'SOS pressed', 'SOS pressed')).toEqual(['still English'])
  })
})
