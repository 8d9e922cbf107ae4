import type { Scope } from '@carewatch/contracts/scopes'
import type { IntlShape } from 'react-intl'

type Split<S extends string> = S extends `${infer Area}:${infer Access}` ? [Area, Access] : never
type Area = Split<Scope>[0]
type Access = Split<Scope>[1]

/** What a scope lets a program do, in words. */
export function scopeName({ formatMessage }: Pick<IntlShape, 'formatMessage'>, scope: Scope): string {
  // Safe: every scope is an area and an access with a colon between.
  const [area, access] = scope.split(':') as [Area, Access]
  return `${formatMessage({ id: `scope.${area}` })}: ${formatMessage({ id: `scopeAccess.${access}` })}`
}
