import { z } from 'zod'

/** The device list's place, as it stands in its address. */
export const DevicesSearch = z.object({
  search: z.string().max(100).optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
})
export type DevicesSearch = z.output<typeof DevicesSearch>

export const deviceTabs = ['all', 'isSold', 'isNotSold'] as const
export type DeviceTab = (typeof deviceTabs)[number]
export const DeviceTab = z.enum(deviceTabs).catch('all')
