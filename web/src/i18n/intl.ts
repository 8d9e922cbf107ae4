import { intlLocale, isRightToLeft, type Language } from '@carewatch/contracts/languages'
import { atom } from 'jotai'
import { createIntl, type IntlShape } from 'react-intl'
import { store } from '../store.ts'
import { languageAtom } from './language.ts'
import { type Dictionary, dictionaryOf, type Extent, extents } from './messages.ts'

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
/** What is loaded of each language that is chosen from now on. */
let wanted: Extent = 'everything'
/** What the texts on the screen are. */
let shown: { extent: Extent; language: Language; messages: Dictionary } | undefined
/** Something on the screen has no text yet. */
let isOneMissing = false

const isWithin = (extent: Extent, limit: Extent): boolean => extents.indexOf(extent) <= extents.indexOf(limit)

/** A screen may ask for a text that its home had no need of: it comes with the rest, at once. */
function onError(error: { code: string }): void {
  if (error.code !== 'MISSING_TRANSLATION' || shown?.extent === 'everything') return reportError(error)
  isOneMissing = true
  everyText().catch(() => {})
}

async function applyLanguage(extent = wanted): Promise<void> {
  const language = store.get(languageAtom)
  const messages = await readDictionary(language, extent)
  if (store.get(languageAtom) !== language) return
  const isSame = shown?.language === language
  if (isSame && shown && isWithin(extent, shown.extent)) return
  if (isSame && shown && !isOneMissing) {
    // All that stands there has its texts: nothing is drawn anew for those of other screens.
    Object.assign(shown.messages, messages)
    shown.extent = extent
    return
  }
  isOneMissing = false
  shown = { extent, language, messages }
  document.documentElement.lang = intlLocale(language)
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  store.set(intlAtom, createIntl({ locale: localeTag(language), messages, onError }))
}

/** Loads the chosen language now and whenever another one is chosen: of what is drawn first. Rejects where English does not come either. */
export async function startLanguage(first: Extent): Promise<void> {
  wanted = first
  store.sub(languageAtom, () => {
    // A dictionary that does not arrive leaves the old language standing.
    applyLanguage().catch(() => {})
  })
  await applyLanguage().catch(applyEnglish)
}

/** As many texts as that are here, in whichever language was chosen meanwhile. What did not arrive is asked for again by the next who wait for it. */
export async function textsOf(extent: Extent): Promise<void> {
  if (isWithin(wanted, extent)) wanted = extent
  // oxlint-disable-next-line no-await-in-loop -- another language was chosen while one was on its way.
  while (!shown || !isWithin(extent, shown.extent)) await applyLanguage(extent)
}

export const everyText = (): Promise<void> => textsOf('everything')

/** Nobody who only had no luck with their own reads English from then on. */
async function applyEnglish(): Promise<void> {
  await readDictionary('en', wanted)
  store.set(languageAtom, 'en')
  await applyLanguage()
}

// While somebody changes the texts, a saved one is shown without a reload.
import.meta.hot?.accept('./messages.ts', (changed) => {
  readDictionary = changed?.['dictionaryOf'] ?? readDictionary
  shown = undefined
  void applyLanguage()
})
