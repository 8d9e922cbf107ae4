import { devices } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { eq, type SQL, sql } from 'drizzle-orm'

export type Viewer = { id: number; companyId: number }

/** Rules as those of the interface. */
export const visibleDevices = (viewer: Viewer): SQL => sql`${devices.companyId} = ${viewer.companyId}`
export const visibleUsers = (viewer: Viewer): SQL => eq(users.companyId, viewer.companyId)
/** No rule: it is given nobody who looks. */
export const isThere = (): SQL => sql`${devices.deletedAt} is null`
