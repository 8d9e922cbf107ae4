import type { Role } from '@carewatch/contracts/roles'
import type { GuideTextId as Text } from '../../i18n/guide.ts'

const family: readonly Text[] = [
  'guide.call',
  'guide.take.family',
  'guide.undo',
  'guide.locate',
  'guide.close',
]
const staff: readonly Text[] = [
  'guide.take.staff',
  'guide.undo',
  'guide.bedside',
  'guide.close',
  'guide.task',
]
const manager: readonly Text[] = [...staff, 'guide.duty', 'guide.rehearse', 'guide.branches', 'guide.rooms']

/** What each role presses, in the order in which it does. */
export const pressesOf: Record<Role, readonly Text[]> = {
  ADMIN: [...manager, 'guide.dashboard', 'guide.trouble'],
  MANAGER: manager,
  SUPERVISOR: [...staff, 'guide.duty'],
  MONITOR: staff,
  BRANCH_MONITOR: staff,
  COMPANY_MONITOR: staff,
  OWNER: family,
  RELATIVE: family,
  USER: [],
}
