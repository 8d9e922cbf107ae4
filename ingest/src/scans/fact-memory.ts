import { isButton } from '@carewatch/contracts/rooms'
import type { BeaconFacts } from '@carewatch/devices/advertisements/facts'
import {
  type FactKind,
  factKinds,
  type FactValue,
  isNewPacket,
  isChange,
  type LastPacket,
  type LastFact,
} from '@carewatch/contracts/rules/rooms/fact-changes'
import type { Sighting } from '@carewatch/devices/gateway-codec'
import type { KnownBeacon } from './beacon-cache.ts'

export type FactChange = {
  kind: FactKind
  value: FactValue
  time: number
  since: number
  packetId: number | null
}

type Memory = { packet: LastPacket | undefined; lastFacts: Map<FactKind, LastFact> }
type Seen = { gatewayId: number; sighting: Sighting }

/** No codec should let anything else through; what is no number would be refused with all that came beside it. */
function valueOf(facts: BeaconFacts, kind: FactKind): FactValue | undefined {
  const value = facts[kind]
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value
}

/** The last facts of each beacon, whichever gateway received it: of what several receive, one is a change. */
export function createFactMemory() {
  const known = new Map<number, Memory>()

  function memoryOf({ id, lastFacts }: KnownBeacon): Memory {
    const before = known.get(id)
    if (before) return before
    const memory = recalled(lastFacts ?? {})
    known.set(id, memory)
    return memory
  }

  return {
    /** The changes in a sighting; from then on they are none. */
    learn(beacon: KnownBeacon, { gatewayId, sighting }: Seen): FactChange[] {
      const { facts, time } = sighting
      const memory = memoryOf(beacon)
      const packetId = facts.packetId ?? null
      if (packetId !== null && !takes(memory, { id: packetId, time })) return []
      return factKinds.flatMap((kind) => {
        const value = valueOf(facts, kind)
        if (value === undefined) return []
        return learn(memory, kind, { value, time, gatewayId, packetId }) ?? []
      })
    },
  }
}
export type FactMemory = ReturnType<typeof createFactMemory>

function takes(memory: Memory, packet: LastPacket): boolean {
  if (!isNewPacket(memory.packet, packet)) return false
  memory.packet = { id: packet.id, time: Math.max(packet.time, memory.packet?.time ?? packet.time) }
  return true
}

function learn(memory: Memory, kind: FactKind, given: Omit<LastFact, 'since'>): FactChange | undefined {
  const last = memory.lastFacts.get(kind)
  if (!isChange(kind, last, given)) {
    // A press goes on for as long as it is repeated.
    if (isButton(kind) && last && given.time > last.time) last.time = given.time
    return undefined
  }
  // From a newer packet through a clock that is behind, it is newer all the same.
  const time = Math.max(given.time, (last?.time ?? 0) + 1)
  const since = last?.value === given.value ? last.since : time
  memory.lastFacts.set(kind, { ...given, time, since })
  return { kind, value: given.value, time, since, packetId: given.packetId }
}

function recalled(lastFacts: NonNullable<KnownBeacon['lastFacts']>): Memory {
  const memory: Memory = { packet: undefined, lastFacts: new Map() }
  for (const kind of factKinds) {
    const last = lastFacts[kind]
    if (!last) continue
    memory.lastFacts.set(kind, last)
    const isLater = last.time > (memory.packet?.time ?? Number.NEGATIVE_INFINITY)
    if (last.packetId !== null && isLater) memory.packet = { id: last.packetId, time: last.time }
  }
  return memory
}
