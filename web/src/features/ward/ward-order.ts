import type { WardPerson } from '@carewatch/contracts/http/ward'
import { type Incident, incidentsOf } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { byTriage } from '@carewatch/contracts/triage'
import { cannotWait, openOf } from '../../live/open-alarms.ts'
import type { WardOrder } from './search.ts'

/** A person on the board, with what is open of them by now. */
export type WardCell = {
  person: WardPerson
  /** In the order of triage. */
  incidents: readonly Incident<Notification>[]
  /** Nobody has answered, and it cannot wait: it takes the room of two. */
  isUrgent: boolean
}

const isUrgent = ({ acknowledged, all }: Incident<Notification>): boolean =>
  !acknowledged && all.some(cannotWait)

const whom = ({ wearerUuid, wearer }: Notification): string | undefined => wearerUuid ?? wearer?.uuid

/** How each of these people is by now. */
export function cellsOf(people: readonly WardPerson[], notifications: readonly Notification[]): WardCell[] {
  const byPerson = Map.groupBy(notifications, whom)
  return people.map((person) => {
    const incidents = incidentsOf(openOf(person.alarms, byPerson.get(person.wearer.uuid) ?? []))
    return { person, incidents, isUrgent: incidents.some(isUrgent) }
  })
}

/** What calls and is of nobody on the board, as of a room or of a watch that nobody wears. */
export type WardCall = Pick<WardCell, 'isUrgent'> & { incident: Incident<Notification> }

type Loaded = { people: readonly WardPerson[]; calls?: readonly Notification[] | undefined }
type Live = { notifications: readonly Notification[]; branch: string | undefined }

/** These by now, in the order of triage; of one branch where one is shown. */
export function callsOf({ people, calls = [] }: Loaded, { notifications, branch }: Live): WardCall[] {
  const onBoard = new Set<string | undefined>(people.map(({ wearer }) => wearer.uuid))
  const live = notifications.filter(
    (alarm) => !onBoard.has(whom(alarm)) && (branch === undefined || alarm.branchUuid === branch),
  )
  return incidentsOf(openOf(calls, live)).map((incident) => ({ incident, isUrgent: isUrgent(incident) }))
}

/** Where they do not all fit the screen, who cannot wait stands first, whatever the order. */
export const urgentFirst = (cells: readonly WardCell[]): WardCell[] =>
  cells.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent))

/** Who lies nowhere stands last. */
const LAST = '\u{10ffff}'

/** The people in the order that was chosen. By need: those with something open as triage has it, then by room; who is away last. */
export function inOrderOf(cells: readonly WardCell[], by: WardOrder, language: string): WardCell[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const byName = (one: WardCell, other: WardCell) => compare(one.person.wearer.name, other.person.wearer.name)
  const byRoom = (one: WardCell, other: WardCell) =>
    compare(one.person.wearer.room ?? LAST, other.person.wearer.room ?? LAST) ||
    compare(one.person.wearer.bed ?? LAST, other.person.wearer.bed ?? LAST) ||
    byName(one, other)
  if (by === 'name') return cells.toSorted(byName)
  if (by === 'room') return cells.toSorted(byRoom)
  const needing = cells.flatMap((cell) => cell.incidents.slice(0, 1).map(({ first }) => ({ ...first, cell })))
  const isAway = ({ person }: WardCell) => Number(person.wearer.status === 'AWAY')
  const calm = cells.filter(({ incidents }) => incidents.length === 0)
  return [
    ...byTriage(needing).map(({ cell }) => cell),
    ...calm.toSorted((one, other) => isAway(one) - isAway(other) || byRoom(one, other)),
  ]
}
