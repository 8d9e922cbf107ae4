import type { PlanRoom, Spot } from '@carewatch/contracts/http/floor-plans'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { byTriage } from '@carewatch/contracts/triage'
import type { WardCall, WardCell } from './ward-order.ts'

/** Somebody in a room of the plan: `isHere` where that is known, else it is the room that is theirs. */
export type OnPlan = { cell: WardCell; isHere: boolean }

export type PlacedRoom = {
  room: PlanRoom & { spot: Spot }
  /** Who needs somebody first. */
  people: readonly OnPlan[]
  /** What calls in the room and is of nobody on the board. */
  calls: readonly WardCall[]
  /** The gravest of all that is open in it: what nobody has answered before what somebody has. */
  incident: Incident<Notification> | null
}

type Plan = { branch: string | undefined; rooms: readonly PlanRoom[] }
type Board = { cells: readonly WardCell[]; calls: readonly WardCall[] }

const isPlaced = (room: PlanRoom): room is PlacedRoom['room'] => room.spot !== null

/** Where somebody is drawn: where their tag is, else in their own room; nowhere where they are known to be elsewhere. */
function roomOf({ wearer, where, ownRoom }: WardCell['person']): { uuid: string; isHere: boolean } | null {
  if (wearer.status === 'AWAY') return null
  if (where?.by === 'tag') return { uuid: where.room.uuid, isHere: true }
  if (where?.place === 'away' || !ownRoom) return null
  return { uuid: ownRoom.uuid, isHere: false }
}

/** What waits for an answer before what has one, each in the order of triage. */
function gravest(incidents: readonly Incident<Notification>[]): Incident<Notification> | null {
  const waiting = incidents.filter(({ acknowledged }) => !acknowledged)
  const rows = (waiting.length > 0 ? waiting : incidents).map((incident) => ({ ...incident.first, incident }))
  return byTriage(rows)[0]?.incident ?? null
}

/** The room that calls: known by its name alone, it is drawn only where no other room of its branch has the same. */
function isOf({ incident: { first } }: WardCall, room: PlanRoom, { branch, rooms }: Plan): boolean {
  const isNamed = first.roomName === room.name && first.branchUuid === branch
  return isNamed && rooms.filter(({ name }) => name === room.name).length === 1
}

/** Who is in which room of the plan, rooms in which somebody waits first, and who is nowhere on it: nobody is left out. */
export function onPlan(
  plan: Plan,
  { cells, calls }: Board,
): { rooms: readonly PlacedRoom[]; beside: readonly WardCell[] } {
  const placed = plan.rooms.filter(isPlaced)
  const known = new Set(placed.map(({ uuid }) => uuid))
  const where = cells.map((cell) => ({ cell, ...roomOf(cell.person) }))
  const drawn = placed.map((room): PlacedRoom => {
    const people = where
      .filter(({ uuid }) => uuid === room.uuid)
      .map(({ cell, isHere = false }) => ({ cell, isHere }))
    const here = calls.filter((call) => isOf(call, room, plan))
    const open = [...people.flatMap(({ cell }) => cell.incidents), ...here.map(({ incident }) => incident)]
    return { room, people, calls: here, incident: gravest(open) }
  })
  const calling = byTriage(drawn.flatMap((each) => (each.incident ? [{ ...each.incident.first, each }] : [])))
  return {
    rooms: [...calling.map(({ each }) => each), ...drawn.filter(({ incident }) => incident === null)],
    beside: where.filter(({ uuid }) => uuid === undefined || !known.has(uuid)).map(({ cell }) => cell),
  }
}
