import { Language, languages } from '@carewatch/contracts/languages'
import { atom } from 'jotai'

const KEY = 'carewatch.language'

/** The browser's language if it is one of ours, else English. */
export const bestLanguage = (wanted: readonly string[]): Language => {
  const codes = wanted
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .map((code) => (code === 'he' ? 'iw' : code))
  return languages.find((language) => codes[0] === language) ?? 'en'
}

const kept = (): Language =>
  Language.safeParse(globalThis.localStorage?.getItem(KEY)).data ??
  bestLanguage(globalThis.navigator?.languages ?? [])

const current = atom<Language>(kept())

export const languageAtom = atom(
  (get) => get(current),
  (_get, set, language: Language) => {
    localStorage.setItem(KEY, language)
    set(current, language)
  },
)

/** What was chosen on the sign-in screen: it outweighs what the account remembers. */
const chosenHere = atom<Language | null>(null)

export const chooseLanguage = atom(
  (get) => get(chosenHere),
  (_get, set, language: Language) => {
    set(chosenHere, language)
    set(languageAtom, language)
  },
)
