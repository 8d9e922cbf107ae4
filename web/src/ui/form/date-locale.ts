import type { Language } from '@carewatch/contracts/languages'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { languageAtom } from '../../i18n/language.ts'

/** Names of months and days for the calendar; each is loaded when a calendar first shows it. */
const locales: Record<Language, () => Promise<string>> = {
  en: async () => (await import('dayjs/locale/en-gb')).default.name,
  iw: async () => (await import('dayjs/locale/he')).default.name,
  bg: async () => (await import('dayjs/locale/bg')).default.name,
  ru: async () => (await import('dayjs/locale/ru')).default.name,
  de: async () => (await import('dayjs/locale/de')).default.name,
  ar: async () => (await import('dayjs/locale/ar')).default.name,
  lv: async () => (await import('dayjs/locale/lv')).default.name,
  fr: async () => (await import('dayjs/locale/fr')).default.name,
}

/** The calendar's language; English until it is here. */
export function useDateLocale(): string {
  const language = useAtomValue(languageAtom)
  const [locale, setLocale] = useState('en')
  useEffect(() => {
    let isGone = false
    void locales[language]().then((name) => {
      if (!isGone) setLocale(name)
    })
    return () => {
      isGone = true
    }
  }, [language])
  return locale
}
