import type { IntlShape } from 'react-intl'
import type { z } from 'zod'
import type { MessageId } from './messages.ts'

type Fields = Readonly<Record<string, unknown>>

const messageIds: Partial<Record<z.core.$ZodIssue['code'], MessageId>> = { too_big: 'field.tooLong' }

const isEmpty = (values: Fields, { path }: z.core.$ZodIssue): boolean => {
  const value = values[String(path[0])]
  return value === undefined || value === ''
}

const messageId = (values: Fields, issue: z.core.$ZodIssue): MessageId =>
  isEmpty(values, issue) ? 'field.required' : (messageIds[issue.code] ?? 'field.invalid')

/** What is wrong with a form, by the schema that the server will judge it by, in the viewer's language. */
export function fieldErrors(intl: IntlShape, schema: z.ZodType, values: Fields): Record<string, string> {
  const result = schema.safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues
      .toReversed()
      .map((issue) => [issue.path.join('.'), intl.formatMessage({ id: messageId(values, issue) })]),
  )
}
