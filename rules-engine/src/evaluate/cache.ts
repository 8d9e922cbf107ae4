import type { listenToChanges } from '@carewatch/platform/database/changes'
import { createDeviceBook } from './device-cache.ts'
import { createRoomCourt } from '../rooms/evaluate-room-facts.ts'
import { createRoomJudge } from '../rooms/decide-presences.ts'
import { createRuleMemory } from './rule-memory.ts'

type Listeners = Parameters<typeof listenToChanges>[1]

/** What the judge knows by heart, and when it must ask again. */
export function createKnowledge() {
  const book = createDeviceBook()
  const memory = createRuleMemory()
  const rooms = createRoomCourt()
  const roomJudge = createRoomJudge()
  const listeners: Listeners = {
    device_changed: (id) => book.forget(Number(id)),
    company_changed: () => book.forgetAll(),
    user_changed: (uuid) => book.forgetOwnedBy(uuid),
    beacon_changed: (id) => rooms.profiles.forget(Number(id)),
  }

  return {
    book,
    memory,
    rooms,
    roomJudge,
    listeners,
    /** Somebody may have changed a row unheard. */
    onGap: (): void => {
      book.forgetAll()
      rooms.profiles.forgetAll()
    },
    /** Another judge had the word meanwhile. */
    onLost: (): void => {
      memory.forgetAll()
      rooms.memory.forgetAll()
      roomJudge.forgetAll()
    },
  }
}
