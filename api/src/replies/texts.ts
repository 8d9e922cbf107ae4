import type { Language } from '@carewatch/contracts/languages'
import { write } from '@carewatch/contracts/messages/write'
import type { Answered } from './reply.ts'

/** What the person reads who answered. */
export function replyText(language: Language, answered: Answered): string {
  const id = `answered.${answered.outcome}`
  return write(language, id, { name: 'by' in answered ? answered.by : '' }) ?? id
}
