import type { Language } from '@carewatch/contracts/languages'

/** Each language by its own name, so that nobody is lost in a foreign one. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  iw: 'עברית',
  bg: 'Български',
  ru: 'Русский',
  de: 'Deutsch',
  ar: 'العربية',
  lv: 'Latviešu',
  fr: 'Français',
}
