import { FACET_SEPARATOR, deviceFilters, facetValues } from '@carewatch/contracts/fleet'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

/** What narrows the list beside its tab; the server takes one filter, so these stand in the place of the tab. */
export const deviceStates = ['active', 'inactive', 'online', 'offline'] as const

export const DevicesSearch = z.object(listSearch)

/** As somebody writes it into an address, or as it stands there after a click. */
const listed = (value: unknown) => (typeof value === 'string' ? value.split(FACET_SEPARATOR) : value)

/** What is chosen of each facet; what it does not have is not chosen. */
const facetsChosen = {
  company: z.preprocess(listed, facetValues.company.optional()).catch(undefined),
  branch: z.preprocess(listed, facetValues.branch.optional()).catch(undefined),
  deviceModel: z.preprocess(listed, facetValues.deviceModel.optional()).catch(undefined),
  firmware: z.preprocess(listed, facetValues.firmware.optional()).catch(undefined),
  silence: z.preprocess(listed, facetValues.silence.optional()).catch(undefined),
  battery: z.preprocess(listed, facetValues.battery.optional()).catch(undefined),
  settings: z.preprocess(listed, facetValues.settings.optional()).catch(undefined),
  messages: z.preprocess(listed, facetValues.messages.optional()).catch(undefined),
}

export const FleetSearch = z.object({ ...listSearch, ...facetsChosen })
export type DevicesSearch = z.output<typeof FleetSearch>

export const deviceTabs = ['all', 'isSold', 'isNotSold'] as const

const STARTS_WITH = 'startsWith'

/** The specification also names `startsWith`: whatever is found by the first letters that one types. */
export const DeviceTab = z.preprocess(
  (key) => (key === STARTS_WITH ? 'all' : key),
  z.enum(deviceFilters).catch('all'),
)
export type DeviceTab = z.output<typeof DeviceTab>
