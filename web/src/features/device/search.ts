import { z } from 'zod'

export const deviceViews = ['about', 'people', 'commands', 'alarms', 'tasks', 'records'] as const
export type DeviceView = (typeof deviceViews)[number]

/** Which part of the device's screen one looks at, as it stands in the address. */
export const DeviceSearch = z.object({
  view: z.enum(deviceViews).optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
})
export type DeviceSearch = z.output<typeof DeviceSearch>
