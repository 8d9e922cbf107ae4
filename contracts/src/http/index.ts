import * as auth from './auth.ts'
import * as companies from './companies.ts'
import * as devices from './devices.ts'
import type { Endpoint } from './endpoint.ts'
import * as notifications from './notifications.ts'
import * as readings from './readings.ts'
import * as tasks from './tasks.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'reply' in value && 'allow' in value

/** Every call there is, for the tests that walk them all. */
export const endpoints: readonly Endpoint[] = [auth, companies, devices, notifications, readings, tasks]
  .flatMap((resource) => Object.values(resource) as unknown[])
  .filter(isEndpoint)
