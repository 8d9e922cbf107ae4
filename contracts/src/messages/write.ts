import { intlLocale, type Language } from '../languages.ts'
import { messageText } from './catalogue.ts'
import { IntlMessageFormat } from 'intl-messageformat'

/** Parsing a message costs more than writing it; there are a few hundred in eight languages. */
const parsed = new Map<string, IntlMessageFormat>()

/** A text of the dictionaries with its values in it; `undefined`: there is none. */
export function write(
  language: Language,
  id: string,
  values: Readonly<Record<string, string | number>> = {},
): string | undefined {
  const key = `${language}/${id}`
  const known = parsed.get(key)
  if (known) return String(known.format(values))
  const text = messageText(language, id)
  if (text === undefined) return undefined
  const message = new IntlMessageFormat(text, intlLocale(language))
  parsed.set(key, message)
  return String(message.format(values))
}
