import { deviceFilters } from '@carewatch/contracts/http/devices'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

/** What narrows the list beside its tab; the server takes one filter, so these stand in the place of the tab. */
export const deviceStates = ['active', 'inactive', 'online', 'offline'] as const

export const DevicesSearch = z.object(listSearch)
export type DevicesSearch = z.output<typeof DevicesSearch>

export const deviceTabs = ['all', 'isSold', 'isNotSold'] as const

const STARTS_WITH = 'startsWith'

/** The specification also names `startsWith`: whatever is found by the first letters that one types. */
export const DeviceTab = z.preprocess(
  (key) => (key === STARTS_WITH ? 'all' : key),
  z.enum(deviceFilters).catch('all'),
)
export type DeviceTab = z.output<typeof DeviceTab>
