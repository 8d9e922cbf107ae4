import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { type MenuLine, screens } from './navigation.ts'

const uuidOf = ({ own }: MenuLine, user: CurrentUser): string =>
  (own === 'company' ? user.companyUuid : own === 'branch' ? user.branchUuid : null) ?? 'currentUser'

/** Where a line of the menu leads its person. */
export const lineTarget = (line: MenuLine, user: CurrentUser) => ({
  to: screens[line.screen].to,
  params: { uuid: uuidOf(line, user), filterKey: line.filterKey },
  search: line.search ?? {},
})
