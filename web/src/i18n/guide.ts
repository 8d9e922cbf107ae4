import type { Language } from '@carewatch/contracts/languages'
import { atom } from 'jotai'
import { createIntl } from 'react-intl'
import type guide from './guide/en.json'
import { currentIntl, intlAtom } from './intl.ts'
import { languageAtom } from './language.ts'
import type { Dictionary, MessageId } from './messages.ts'

export type GuideTextId = keyof typeof guide
type Texts = Record<GuideTextId, string>

const byLanguage = import.meta.glob<Texts>('./guide/*.json', { import: 'default' })

/** The texts of the guide: they come with it, and not with the first page. */
export const guideTextsOf = async (language: Language): Promise<Partial<Texts>> =>
  (await byLanguage[`./guide/${language}.json`]?.()) ?? {}

/** The texts of all screens and those of the guide. */
export const guideIntlAtom = atom(async (get) => {
  const { locale, messages } = get(intlAtom) ?? currentIntl()
  const texts = await guideTextsOf(get(languageAtom))
  // Safe: what stands in the dictionary is all there, and the guide's texts beside it.
  return createIntl({ locale, messages: { ...messages, ...texts } as Dictionary })
})

/** Safe inside of the guide alone: its texts are known there as those of the screens are. */
export const guideText = (id: GuideTextId): MessageId => id as string as MessageId
