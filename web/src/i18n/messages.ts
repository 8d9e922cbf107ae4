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
const signInByLanguage: ByLanguage = import.meta.glob<Texts>('./*.json', {
  import: 'default',
  query: '?signIn',
})
const homeByLanguage: ByLanguage = import.meta.glob<Texts>('./*.json', { import: 'default', query: '?home' })
const restByLanguage: ByLanguage = import.meta.glob<Texts>('./*.json', { import: 'default', query: '?rest' })

/** How much is here, the fewest first: what the sign-in page and what the homes are drawn with, a sixth each (build/compiled-messages.ts). */
export const extents = ['signIn', 'home', 'everything'] as const
export type Extent = (typeof extents)[number]

const pieces: Record<Extent, readonly ByLanguage[]> = {
  signIn: [signInByLanguage],
  home: [homeByLanguage],
  everything: [homeByLanguage, restByLanguage],
}

/** The texts of a language; that none is missing in any is checked with each change. */
export async function dictionaryOf(language: Language, extent: Extent = 'everything'): Promise<Dictionary> {
  const own = pieces[extent].map((piece) => piece[`./${language}.json`]?.())
  const [common, ...screens] = await Promise.all([sharedByLanguage[language](), ...own])
  // Safe: complete, see above; a page with fewer asks for no others, which its journey looks at.
  return Object.assign({}, common.default, ...screens) as Dictionary
}
