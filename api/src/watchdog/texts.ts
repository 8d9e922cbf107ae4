import type { Language } from '@carewatch/contracts/languages'
import { write } from '@carewatch/contracts/messages/write'
import type { Found } from './evaluate.ts'

/** What is wrong, as an administrator reads it. */
export const troubleText = (language: Language, { trouble, subject }: Found): string =>
  write(language, `trouble.${trouble}`, { subject }) ?? trouble
