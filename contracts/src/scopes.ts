import { z } from 'zod'

/** What an API key can be let do, each a part of the calls (`byKey` of an endpoint) or of the live socket. Closed: what is not named here no key does. */
export const scopes = [
  'people:read',
  'people:write',
  'care:read',
  'care:write',
  'readings:read',
  'locations:read',
  'alarms:read',
  /** Who answers, closes or puts off an alarm stands behind it: that is for people. */
  'alarms:comment',
  'tasks:read',
  'tasks:write',
  'devices:read',
  'devices:write',
  'devices:command',
  'rooms:read',
  'rooms:write',
  'duties:read',
  'duties:write',
  'company:read',
  'fhir:read',
  /** To subscribe to what happens. */
  'fhir:write',
  /** Who did and looked at what, in FHIR. */
  'audit:read',
  'live:read',
] as const
export const Scope = z.enum(scopes)
export type Scope = z.output<typeof Scope>
