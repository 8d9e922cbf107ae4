import { z } from 'zod'

export const languages = ['en', 'iw', 'bg', 'ru', 'de', 'ar', 'lv', 'fr'] as const
export const Language = z.enum(languages)
export type Language = z.output<typeof Language>

/** The name the platform's `Intl` knows: the specification says `iw`, the standard `he`. */
export const intlLocale = (language: Language): string => (language === 'iw' ? 'he' : language)

export const isRightToLeft = (language: Language): boolean => language === 'iw' || language === 'ar'
