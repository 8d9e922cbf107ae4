import { describe, expect, it } from 'vitest'
import { wordFaults } from './glossary.ts'

const english = { one: 'Add a beacon', other: 'Done', third: 'Go on to {branch}' }
const problemsOf = (texts: Record<string, string>, language: 'iw' | 'de' | 'ru' = 'iw') =>
  wordFaults(language, texts, english)

describe('the glossary', () => {
  it('lets a text pass that has the word of each idea, in whatever form', () => {
    expect(problemsOf({ one: 'הוספת ביקון', other: 'בוצע', third: 'אל {branch}' })).toEqual([])
    expect(problemsOf({ one: 'Beacons hinzufügen', other: 'Fertig' }, 'de')).toEqual([])
  })

  it('names a text that says the thing otherwise', () => {
    expect(problemsOf({ one: 'הוספת תג', other: 'בוצע' })).toEqual([
      { id: 'one', problem: 'not the word of the glossary' },
    ])
  })

  it('names a word that is not used, also where the English text has none for it', () => {
    expect(problemsOf({ one: 'הוספת ביקון', other: 'אישור קבלה' })).toEqual([
      { id: 'other', problem: 'a word that is not used' },
    ])
    expect(problemsOf({ one: 'Beacon', other: 'Neue Filiale' }, 'de')).toEqual([
      { id: 'other', problem: 'a word that is not used' },
    ])
  })

  it('takes no word for one that only holds it', () => {
    expect(problemsOf({ one: 'маячок', other: 'По умолчанию' }, 'ru')).toEqual([])
  })

  it.each([
    ['iw', 'A nurse', 'משמרת אחת'],
    ['iw', 'Relatives', 'מישהו יגיע בקרוב'],
    ['ru', 'The watch', 'Через 8 часов'],
    ['de', 'The watch', 'Um 14 Uhr'],
  ] as const)(
    'in %s is not content with a word that only looks like that of %s: %s',
    (language, en, text) => {
      expect(wordFaults(language, { one: text }, { one: en })).toEqual([
        { id: 'one', problem: 'not the word of the glossary' },
      ])
    },
  )

  it('knows what the button of an answer was called before, in each of its forms', () => {
    const former = ['קבלה אושרה', 'אישרת קבלה', 'אישור הקבלה בוטל', 'אין תורן אחר']
    const texts = Object.fromEntries(former.map((text) => [text, text]))
    expect(wordFaults('iw', texts, texts).map(({ id }) => id)).toEqual(former)
  })
})
