import type { Listeners } from '@carewatch/platform/database/changes'
import { createDeviceCache } from './profiles/device-cache.ts'
import { createRoomContext } from './rooms/evaluate-room-facts.ts'
import { createPresenceDecision } from './presences/decide-presences.ts'
import { createRuleMemory } from './evaluate/rule-memory.ts'

/** What the leader keeps in memory, and when it must ask again. */
export function createEngineCache() {
  const deviceCache = createDeviceCache()
  const memory = createRuleMemory()
  const rooms = createRoomContext()
  const presenceDecision = createPresenceDecision()
  const listeners: Listeners = {
    device_changed: (id) => deviceCache.forget(Number(id)),
    company_changed: () => deviceCache.forgetAll(),
    user_changed: (uuid) => deviceCache.forgetOwnedBy(uuid),
    beacon_changed: (id) => rooms.profiles.forget(Number(id)),
  }

  return {
    deviceCache,
    memory,
    rooms,
    presenceDecision,
    listeners,
    /** Somebody may have changed a row while no notification came through. */
    onGap: (): void => {
      deviceCache.forgetAll()
      rooms.profiles.forgetAll()
    },
    /** Another engine was the leader meanwhile. */
    onLost: (): void => {
      memory.forgetAll()
      rooms.memory.forgetAll()
      presenceDecision.forgetAll()
    },
  }
}
