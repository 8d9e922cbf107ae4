import type { IntlShape } from 'react-intl'
import type { z } from 'zod'
import type { MessageId } from './messages.ts'

type Fields = Readonly<Record<string, unknown>>
type Issue = z.core.$ZodIssue

const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    // Safe: asked only of what is an object.
    (value, key) => (value !== null && typeof value === 'object' ? (value as never)[key] : undefined),
    values,
  )

const isEmpty = (values: Fields, { path }: Issue): boolean =>
  [undefined, null, ''].includes(valueAt(values, path) as never)

const isOf = (issue: Issue, origin: 'string' | 'array'): boolean =>
  'origin' in issue && issue.origin === origin

/** A contract names the text of its own rules. */
const own = (intl: IntlShape, { message }: Issue): MessageId | undefined => {
  const id = `field.${message}`
  // Safe: it stands in the dictionary.
  return id in intl.messages ? (id as MessageId) : undefined
}

function messageId(intl: IntlShape, values: Fields, issue: Issue): MessageId {
  if (isEmpty(values, issue)) return own(intl, issue) ?? 'field.required'
  if (issue.code === 'too_big' && isOf(issue, 'array')) return 'field.tooMany'
  if (issue.code === 'too_big') return isOf(issue, 'string') ? 'field.tooLong' : 'field.tooLarge'
  const named = own(intl, issue)
  if (named) return named
  if (issue.code === 'too_small' && isOf(issue, 'array')) return 'field.tooFew'
  if (issue.code === 'too_small') return isOf(issue, 'string') ? 'field.tooShort' : 'field.tooSmall'
  return 'field.invalid'
}

/** What is wrong with a form, by the schema that the server will check it by, in the viewer's language. */
export function fieldErrors(intl: IntlShape, schema: z.ZodType, values: Fields): Record<string, string> {
  const result = schema.safeParse(values)
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues
      .toReversed()
      .map((issue) => [issue.path.join('.'), intl.formatMessage({ id: messageId(intl, values, issue) })]),
  )
}
