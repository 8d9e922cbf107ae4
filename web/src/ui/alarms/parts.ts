import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import type { Steady } from '../steady/steady.ts'

/** What waits for somebody, what somebody is at, and what was. */
export type Part = 'waiting' | 'handled' | 'over'
export type Parted = { incident: Incident<Notification>; part: Part }

/** Each with the part of a list in which it stands. */
export const parted = (incidents: readonly Incident<Notification>[]): Parted[] =>
  incidents.map((incident) => {
    const { acknowledged, active } = incident
    return { incident, part: !acknowledged ? 'waiting' : active ? 'handled' : 'over' }
  })

/** What was answered just now stays in its part under the finger that answered it. */
export const steadyParts: Steady<Parted> = {
  keyOf: ({ incident }) => incident.uuid,
  stay: ({ part }, { incident }) => ({ incident, part }),
}

export const partOf = (all: readonly Parted[], part: Part): Incident<Notification>[] =>
  all.flatMap((each) => (each.part === part ? [each.incident] : []))
