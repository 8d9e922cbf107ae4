import { z } from 'zod'

/** The settings of the service that knows where cells and networks are, for whoever reads or passes on the environment. Unset, none is asked. */
export const LocationServiceSettings = z.object({
  LOCATION_SERVICE_URL: z.url({ protocol: /^https?$/, error: 'takes an http(s):// address' }).optional(),
  /** It may stand outside our own network: then whoever runs it learns where somebody is. */
  LOCATION_SERVICE_PUBLIC: z.stringbool({ error: 'takes true or false' }).default(false),
})
export type LocationServiceSettings = z.output<typeof LocationServiceSettings>

/** Whether strangers could read what is asked. */
export const isInTheClear = (settings: LocationServiceSettings): boolean =>
  settings.LOCATION_SERVICE_PUBLIC && settings.LOCATION_SERVICE_URL?.startsWith('http:') === true
