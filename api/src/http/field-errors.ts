import type { Language } from '@carewatch/contracts/languages'
import { messageText } from '@carewatch/contracts/messages/catalogue'

/** What the type provider tells of one field that does not fit. */
export type FieldIssue = {
  instancePath: string
  keyword: string
  message?: string | undefined
  params: Record<string, unknown>
}

const isMissing = ({ message, params }: FieldIssue): boolean =>
  message === 'is required' || (params.input === undefined && /received undefined/.test(message ?? ''))

/** A contract names the text of its own rules. */
const ownText = ({ message }: FieldIssue): string | undefined =>
  message !== undefined && messageText('en', `field.${message}`) !== undefined ? message : undefined

function messageId(issue: FieldIssue): string {
  const own = ownText(issue)
  if (own) return own
  if (issue.keyword === 'too_big' && issue.params.origin === 'string') return 'tooLong'
  if (isMissing(issue)) return 'required'
  if (issue.keyword === 'too_small' && issue.params.origin === 'string') return 'tooShort'
  return 'invalid'
}

const fieldText = (language: Language, id: string): string => messageText(language, `field.${id}`) ?? id

/** Field name → what is wrong with it, in the language of whoever asked. The first fault of a field is told. */
export function fieldErrors(issues: readonly FieldIssue[], language: Language): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.instancePath.slice(1).replaceAll('/', '.')
    const unknown = issue.keyword === 'unrecognized_keys' ? issue.params.keys : undefined
    if (Array.isArray(unknown)) {
      for (const key of unknown)
        errors[[path, String(key)].filter(Boolean).join('.')] ??= fieldText(language, 'unknown')
    } else errors[path] ??= fieldText(language, messageId(issue))
  }
  return errors
}

export const namedFields = (fields: Record<string, string>, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, id]) => [field, fieldText(language, id)]))
