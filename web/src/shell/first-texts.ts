import type { Extent } from '../i18n/messages.ts'

/** Drawn with what stands in their own sources alone (build/home-texts.ts), and the address that leads to one of them. */
const HOMES: readonly string[] = [
  '/_open/',
  '/_shell/user/overview',
  '/_shell/admin/dashboard',
  '/_shell/admin/ward',
]

type Matches = readonly { routeId: unknown }[]

/** How many texts a screen is drawn with; the others come when it stands. */
export function textsFor(matches: Matches): Extent {
  const ids = matches.map(({ routeId }) => String(routeId))
  if (ids.includes('/auth/login')) return 'signIn'
  return ids.some((id) => HOMES.includes(id)) ? 'home' : 'everything'
}
