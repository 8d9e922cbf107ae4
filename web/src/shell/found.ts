import type { Suggestion } from '@carewatch/contracts/http/search'
import type { IntlShape } from 'react-intl'
import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { menuOf, type MenuLine } from './navigation.ts'

export const foundKinds = ['wearer', 'device', 'person', 'company', 'branch', 'page'] as const
export type FoundKind = (typeof foundKinds)[number]

export type Found = {
  key: string
  name: string
  /** What tells two of one name apart. */
  detail: string
  /** The photo of a person under care; undefined: it is none. */
  imageUrl?: string | null
  target: { kind: Suggestion['kind']; uuid: string } | { kind: 'page'; line: MenuLine }
}
export type FoundGroup = { kind: FoundKind; found: readonly Found[] }

const MOST_PAGES = 5

const ofSuggestion = ({ kind, uuid, name, detail, imageUrl }: Suggestion): Found => ({
  key: `${kind}:${uuid}`,
  name,
  detail,
  ...(kind === 'wearer' && { imageUrl: imageUrl ?? null }),
  target: { kind, uuid },
})

/** The pages of the viewer's own menu whose name or group holds the text. */
export function pagesFor(intl: IntlShape, user: CurrentUser, text: string): Found[] {
  const wanted = text.trim().toLocaleLowerCase(intl.locale)
  if (wanted === '') return []
  return menuOf(user)
    .flatMap(({ group, lines }) =>
      lines.map((line) => ({
        key: `page:${line.name}`,
        name: intl.formatMessage({ id: `menu.${line.name}` }),
        detail: intl.formatMessage({ id: `menu.group.${group}` }),
        target: { kind: 'page', line } as const,
      })),
    )
    .filter(({ name, detail }) => `${name} ${detail}`.toLocaleLowerCase(intl.locale).includes(wanted))
    .slice(0, MOST_PAGES)
}

/** What was found, kind by kind, in the order in which it is shown. */
export function inGroups(suggestions: readonly Suggestion[], pages: readonly Found[]): FoundGroup[] {
  const all = [...suggestions.map(ofSuggestion), ...pages]
  return foundKinds
    .map((kind) => ({ kind, found: all.filter(({ target }) => target.kind === kind) }))
    .filter(({ found }) => found.length > 0)
}
