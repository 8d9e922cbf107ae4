import { AlarmKind, Severity } from '@carewatch/contracts/alarms'
import { NotificationType } from '@carewatch/contracts/notifications'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

export const NotificationsSearch = z.object({
  device: Uuid.optional().catch(undefined),
  selected: Uuid.optional().catch(undefined),
  type: NotificationType.optional().catch(undefined),
  kind: AlarmKind.optional().catch(undefined),
  severity: Severity.optional().catch(undefined),
  acknowledged: z.boolean().optional().catch(undefined),
  /** Set: all there ever was, a page at a time; unset: what is known live, of the last five days. */
  page: z.int().min(1).optional().catch(undefined),
})
export type NotificationsSearch = z.output<typeof NotificationsSearch>

type Filters = Pick<NotificationsSearch, 'type' | 'kind' | 'severity' | 'acknowledged'>

export const filtersOf = ({ type, kind, severity, acknowledged }: NotificationsSearch): Filters => ({
  type,
  kind,
  severity,
  acknowledged,
})

/** Is more wanted than what is known live? */
export const asksHistory = (search: NotificationsSearch): boolean =>
  search.page !== undefined || Object.values(filtersOf(search)).some((value) => value !== undefined)
