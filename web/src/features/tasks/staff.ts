import { permissions } from '@carewatch/contracts/permissions'
import { findPeople } from '../../ui/lookups.ts'

/** Who can be given a task. */
export const findStaff = findPeople(...permissions.changeTasks)
