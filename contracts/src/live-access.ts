import type { LiveEvent } from './events.ts'
import { notificationsAfter } from './http/notifications.ts'
import { latestLocation } from './http/positions.ts'
import { readingsSince } from './http/readings.ts'
import { allRooms } from './http/rooms.ts'
import { allTasks } from './http/tasks.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

type LiveAccess = { readonly allow: readonly Role[]; readonly byKey: Scope }

/** Who receives of what live: whoever may ask for it by HTTP, by the same roles and the same scopes of an API key. */
export const liveAccess: { readonly [Type in LiveEvent['type']]: LiveAccess } = {
  readings: readingsSince,
  presence: readingsSince,
  position: latestLocation,
  notification: notificationsAfter,
  task: allTasks,
  rooms: allRooms,
}

/** What an API key needs beside these to hear anything live. */
export const LIVE_SCOPE: Scope = 'live:read'
