import { permissions } from '@carewatch/contracts/permissions'
import type { Viewer } from '../access/viewer.ts'

/** Whether it is theirs to know how a device works: which version, which dialect, how it is known to be itself. */
export const seesTechnical = ({ role }: Viewer): boolean =>
  permissions.seeIdentity.some((one) => one === role)
