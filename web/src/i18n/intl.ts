import { intlLocale, isRightToLeft, type Language } from '@carewatch/contracts/languages'
import { atom } from 'jotai'
import { createIntl, type IntlShape } from 'react-intl'
import { store } from '../store.ts'
import { languageAtom } from './language.ts'
import { dictionaryOf } from './messages.ts'

/** The texts and formats of the chosen language; null only until the first dictionary is here. */
export const intlAtom = atom<IntlShape | null>(null)

/** For code outside React: texts exist from the first screen on. */
export function currentIntl(): IntlShape {
  const intl = store.get(intlAtom)
  if (!intl) throw new Error('No dictionary is loaded yet.')
  return intl
}

/** Vital signs keep the digits that nurses chart with, in Arabic too. */
const localeTag = (language: Language): string => `${intlLocale(language)}-u-nu-latn`

let readDictionary = dictionaryOf

async function applyLanguage(language: Language): Promise<void> {
  const messages = await readDictionary(language)
  if (store.get(languageAtom) !== language) return
  document.documentElement.lang = intlLocale(language)
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  store.set(intlAtom, createIntl({ locale: localeTag(language), messages }))
}

/** Loads the chosen language now and whenever another one is chosen. */
export async function startLanguage(): Promise<void> {
  store.sub(languageAtom, () => {
    // A dictionary that does not arrive leaves the old language standing.
    applyLanguage(store.get(languageAtom)).catch(() => {})
  })
  await applyLanguage(store.get(languageAtom)).catch(() => applyEnglish())
}

const applyEnglish = (): Promise<void> => {
  store.set(languageAtom, 'en')
  return applyLanguage('en')
}

// While somebody changes the texts, a saved one is shown without a reload.
import.meta.hot?.accept('./messages.ts', (changed) => {
  readDictionary = changed?.['dictionaryOf'] ?? readDictionary
  void applyLanguage(store.get(languageAtom))
})
