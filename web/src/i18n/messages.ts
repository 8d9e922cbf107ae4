import type { Language } from '@carewatch/contracts/languages'
import shared from '@carewatch/contracts/messages/en.json'
import own from './en.json'

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof own | keyof typeof shared
    }
  }
}

export type MessageId = FormatjsIntl.Message['ids']
/** Written as ICU text; the build puts the parsed form in its place (build/compiled-messages.ts). */
export type Dictionary = Record<MessageId, string>

const english: Dictionary = { ...shared, ...own }

const sharedByLanguage: Record<Exclude<Language, 'en'>, () => Promise<{ default: Partial<Dictionary> }>> = {
  iw: () => import('@carewatch/contracts/messages/iw.json'),
  bg: () => import('@carewatch/contracts/messages/bg.json'),
  ru: () => import('@carewatch/contracts/messages/ru.json'),
  de: () => import('@carewatch/contracts/messages/de.json'),
  ar: () => import('@carewatch/contracts/messages/ar.json'),
  lv: () => import('@carewatch/contracts/messages/lv.json'),
  fr: () => import('@carewatch/contracts/messages/fr.json'),
}
const ownByLanguage = import.meta.glob<Partial<Dictionary>>(['./*.json', '!./en.json'], { import: 'default' })

/** All texts of a language; English stands in for what is not translated yet. */
export async function dictionaryOf(language: Language): Promise<Dictionary> {
  if (language === 'en') return english
  const [common, screens] = await Promise.all([
    sharedByLanguage[language](),
    ownByLanguage[`./${language}.json`]?.(),
  ])
  return { ...english, ...common.default, ...screens }
}
