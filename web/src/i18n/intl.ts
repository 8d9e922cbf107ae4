import { intlLocale, isRightToLeft, type Language } from '@carewatch/contracts/languages'
import { atom } from 'jotai'
import { createIntl, type IntlShape } from 'react-intl'
import { store } from '../store.ts'
import { languageAtom } from './language.ts'
import { dictionaryOf, type Extent } from './messages.ts'

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
let extent: Extent = 'everything'

async function applyLanguage(language: Language): Promise<void> {
  const asked = extent
  const messages = await readDictionary(language, asked)
  if (store.get(languageAtom) !== language || asked !== extent) return
  document.documentElement.lang = intlLocale(language)
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  store.set(intlAtom, createIntl({ locale: localeTag(language), messages }))
}

/** Loads the chosen language now and whenever another one is chosen: of what is drawn first. */
export async function startLanguage(first: Extent): Promise<void> {
  extent = first
  store.sub(languageAtom, () => {
    // A dictionary that does not arrive leaves the old language standing.
    applyLanguage(store.get(languageAtom)).catch(() => {})
  })
  await applyLanguage(store.get(languageAtom)).catch(() => applyEnglish())
}

let completing: Promise<void> | undefined

/** The texts of every screen are here, and not of the sign-in page alone. What did not arrive is asked for again by the next who wait for it. */
export async function everyText(): Promise<void> {
  if (extent === 'everything' && !completing) return
  extent = 'everything'
  completing ??= applyLanguage(store.get(languageAtom)).catch((error: unknown) => {
    extent = 'signIn'
    throw error
  })
  await completing.finally(() => (completing = undefined))
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
