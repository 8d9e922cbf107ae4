import type { Language } from '@carewatch/contracts/languages'
import type shared from '@carewatch/contracts/messages/en.json'
import type own from './en.json'

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

type Texts = Partial<Dictionary>
type ByLanguage = Partial<Record<string, () => Promise<Texts>>>
const sharedByLanguage: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('@carewatch/contracts/messages/en.json'),
  iw: () => import('@carewatch/contracts/messages/iw.json'),
  bg: () => import('@carewatch/contracts/messages/bg.json'),
  ru: () => import('@carewatch/contracts/messages/ru.json'),
  de: () => import('@carewatch/contracts/messages/de.json'),
  ar: () => import('@carewatch/contracts/messages/ar.json'),
  lv: () => import('@carewatch/contracts/messages/lv.json'),
  fr: () => import('@carewatch/contracts/messages/fr.json'),
}
const ownByLanguage: ByLanguage = import.meta.glob<Texts>('./*.json', { import: 'default' })
const signInByLanguage: ByLanguage = import.meta.glob<Texts>('./*.json', {
  import: 'default',
  query: '?signIn',
})

/** `signIn`: a tenth of them, which the sign-in page is drawn with (build/compiled-messages.ts). */
export type Extent = 'signIn' | 'everything'

/** The texts of a language; that none is missing in any is checked with each change. */
export async function dictionaryOf(language: Language, extent: Extent = 'everything'): Promise<Dictionary> {
  const own = extent === 'signIn' ? signInByLanguage : ownByLanguage
  const [common, screens] = await Promise.all([sharedByLanguage[language](), own[`./${language}.json`]?.()])
  // Safe: complete, see above; the sign-in page asks for no others, which its journey looks at.
  return { ...common.default, ...screens } as Dictionary
}
