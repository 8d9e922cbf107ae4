import { isLiteralElement, isPluralElement } from '@formatjs/icu-messageformat-parser'
import { intlLocale, type Language } from '../languages.ts'
import { argumentsOf, elementsOf, type Message, parsed } from './icu.ts'

export type Dictionary = Readonly<Record<string, string>>
export type Problem =
  | 'missing'
  | 'unused'
  | 'unknown'
  | 'malformed'
  | 'other arguments'
  | 'other plural cases'
  | 'still English'
  | 'a word that is not used'
  | 'not the word of the glossary'
export type Fault = { id: string; problem: Problem }

/** Languages in which no English text can be right by chance. */
const OTHER_SCRIPT: ReadonlySet<Language> = new Set(['iw', 'bg', 'ru', 'ar'])
const NAMES = /Carewatch|Telegram|Wi-Fi/g

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

/** Whether each plural has exactly the cases that the language has; `=0` and the like may stand beside them. */
const hasItsPlurals = (message: Message, language: Language): boolean =>
  elementsOf(message)
    .filter(isPluralElement)
    .every(({ options, pluralType = 'cardinal' }) => {
      const rules = new Intl.PluralRules(intlLocale(language), { type: pluralType })
      const cases = Object.keys(options).filter((name) => !name.startsWith('='))
      return isSame(cases, rules.resolvedOptions().pluralCategories)
    })

/** Names and abbreviations in capitals are written alike everywhere. */
const hasWords = (message: Message): boolean =>
  elementsOf(message)
    .filter(isLiteralElement)
    .some(({ value }) => /\p{Lowercase}/u.test(value.replaceAll(NAMES, '')))

function problemOf(text: string | undefined, original: string, language: Language): Problem | undefined {
  if (!text) return 'missing'
  const message = parsed(text)
  if (!message) return 'malformed'
  if (argumentsOf(message) !== argumentsOf(parsed(original) ?? [])) return 'other arguments'
  if (!hasItsPlurals(message, language)) return 'other plural cases'
  if (OTHER_SCRIPT.has(language) && text === original && hasWords(message)) return 'still English'
  return undefined
}

/** What is wrong with a dictionary, beside the English one. */
export function faultsOf(language: Language, texts: Dictionary, english: Dictionary): Fault[] {
  const unknown = Object.keys(texts).filter((id) => !Object.hasOwn(english, id))
  const known = Object.entries(english).flatMap(([id, original]) => {
    const problem = problemOf(texts[id], original, language)
    return problem ? [{ id, problem }] : []
  })
  return [...unknown.map((id) => ({ id, problem: 'unknown' as const })), ...known]
}
