import type { IntlShape } from 'react-intl'
import type { z } from 'zod'
import type { MessageId } from './messages.ts'

const messageIds: Partial<Record<z.core.$ZodIssue['code'], MessageId>> = { too_big: 'field.tooLong' }

const messageId = ({ code, message }: z.core.$ZodIssue): MessageId =>
  message === 'is required' ? 'field.required' : (messageIds[code] ?? 'field.invalid')

/** What is wrong with a form, by the schema that the server will judge it by, in the viewer's language. */
export function fieldErrors(intl: IntlShape, schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues
      .toReversed()
      .map((issue) => [issue.path.join('.'), intl.formatMessage({ id: messageId(issue) })]),
  )
}
