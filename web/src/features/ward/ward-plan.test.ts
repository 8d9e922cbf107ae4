import type { PlanRoom } from '@carewatch/contracts/http/floor-plans'
import type { WardPerson } from '@carewatch/contracts/http/ward'
import type { Notification } from '@carewatch/contracts/notifications'
import { describe, expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { callsOf, cellsOf } from './ward-order.ts'
import { onPlan } from './ward-plan.ts'

const uuidOf = (of: number) => `0192f0a0-0000-7000-8000-${String(of).padStart(12, '0')}`
const at = new Date('2026-11-02T10:00:00Z')
const named = (of: number) => ({ uuid: uuidOf(100 + of), name: `Room ${of}` })
const room = (of: number, isPlaced = true): PlanRoom => ({
  ...named(of),
  spot: isPlaced ? { x: 0.1 * of, y: 0.5 } : null,
})
const byTag = (of: number) => ({ by: 'tag' as const, room: named(of), at })
const person = (of: number, given: Partial<WardPerson> = {}): WardPerson => ({
  wearer: {
    uuid: uuidOf(of),
    name: `Person ${of}`,
    room: null,
    bed: null,
    imageUrl: null,
    status: 'ACTIVE',
  },
  branch: null,
  awayReason: null,
  awayUntil: null,
  devices: [],
  latest: { heartRate: null, spo2: null, systolic: null, diastolic: null, temperature: null },
  pulse: [],
  where: null,
  alarms: [],
  ...given,
})
const away = (of: number, given: Partial<WardPerson> = {}) => {
  const one = person(of, given)
  return { ...one, wearer: { ...one.wearer, status: 'AWAY' as const } }
}
const alarm = (of: number, given: Partial<Notification> = {}) =>
  aNotification({
    uuid: uuidOf(900 + of),
    wearerUuid: uuidOf(of),
    kind: 'HEART_RATE',
    ...given,
  })

type Drawn = { rooms: PlanRoom[]; people: WardPerson[]; live?: Notification[] }
function draw({ rooms, people, live = [] }: Drawn) {
  const calls = callsOf({ people }, { notifications: live, branch: undefined })
  const drawn = onPlan({ branch: uuidOf(800), rooms }, { cells: cellsOf(people, live), calls })
  return {
    ...drawn,
    in: (of: number) =>
      drawn.rooms
        .find((each) => each.room.uuid === named(of).uuid)
        ?.people.map(({ cell, isHere }) => [cell.person.wearer.name, isHere]),
    beside: drawn.beside.map(({ person: of }) => of.wearer.name),
    order: drawn.rooms.map((each) => each.room.name),
    waits: (of: number) => {
      const incident = drawn.rooms.find((each) => each.room.uuid === named(of).uuid)?.incident
      return incident ? [incident.first.severity, incident.acknowledged] : null
    },
  }
}

describe('who is where on the plan', () => {
  it('is in the room of their tag, else drawn in their own, as not known to be there', () => {
    const tagged = person(1, { where: byTag(2), ownRoom: named(1) })
    const drawn = draw({ rooms: [room(1), room(2)], people: [tagged, person(2, { ownRoom: named(1) })] })
    expect(drawn.in(2)).toEqual([['Person 1', true]])
    expect(drawn.in(1)).toEqual([['Person 2', false]])
    expect(drawn.beside).toEqual([])
  })

  it('stands beside it who is away, whose watch is away, who has no room, and whose room nobody placed', () => {
    const elsewhere = { by: 'position' as const, place: 'away' as const, at }
    const people = [
      away(1, { ownRoom: named(1), where: byTag(1) }),
      person(2, { ownRoom: named(1), where: elsewhere }),
      person(3),
      person(4, { ownRoom: named(3) }),
      person(5, { where: byTag(9), ownRoom: named(1) }),
    ]
    const drawn = draw({ rooms: [room(1), room(3, false)], people })
    expect(drawn.beside).toEqual(['Person 1', 'Person 2', 'Person 3', 'Person 4', 'Person 5'])
    expect(drawn.order).toEqual(['Room 1'])
    expect(drawn.in(1)).toEqual([])
  })

  it('is everybody exactly once, wherever they are', () => {
    const people = Array.from({ length: 60 }, (_, of) =>
      person(of, {
        ownRoom: of % 3 === 0 ? null : named(of % 7),
        where: of % 4 === 0 ? byTag(of % 9) : null,
      }),
    )
    const rooms = [0, 1, 2, 3, 4].map((of) => room(of, of !== 3))
    const drawn = draw({ rooms, people })
    const shown = [
      ...drawn.rooms.flatMap((each) => each.people.map(({ cell }) => cell.person.wearer.name)),
      ...drawn.beside,
    ]
    expect(shown.toSorted()).toEqual(people.map(({ wearer }) => wearer.name).toSorted())
  })
})

describe('a room of the plan', () => {
  const rooms = [room(1), room(2), room(3)]
  const people = [
    person(1, { where: byTag(2) }),
    person(2, { where: byTag(2) }),
    person(3, { ownRoom: named(3) }),
  ]

  it('is calm while nothing is open in it', () => {
    expect(draw({ rooms, people }).waits(2)).toBeNull()
  })

  it('waits while anybody in it waits, however grave what somebody else is at already', () => {
    const live = [
      alarm(1, { severity: 'CRITICAL', acknowledged: true, active: true }),
      alarm(2, { severity: 'LOW' }),
    ]
    const drawn = draw({ rooms, people, live })
    expect(drawn.waits(2)).toEqual(['LOW', false])
    expect(drawn.order[0]).toBe('Room 2')
  })

  it('waits for whoever is drawn there because it is their own', () => {
    const live = [alarm(3, { severity: 'HIGH' }), alarm(1, { severity: 'LOW' })]
    const drawn = draw({ rooms, people, live })
    expect(drawn.waits(3)).toEqual(['HIGH', false])
    expect(drawn.order).toEqual(['Room 3', 'Room 2', 'Room 1'])
  })

  it('waits for its own door, water or cord, where nobody is in it', () => {
    const cord = aNotification({
      uuid: uuidOf(990),
      wearerUuid: null,
      roomName: 'Room 1',
      branchUuid: uuidOf(800),
      severity: 'CRITICAL',
    })
    const drawn = draw({ rooms, people, live: [cord] })
    expect(drawn.waits(1)).toEqual(['CRITICAL', false])
    expect(drawn.rooms[0]?.calls).toHaveLength(1)
    expect(drawn.waits(2)).toBeNull()
  })

  it('does not wait for a room of the same name, in another branch or in this one', () => {
    const cord = (branchUuid: string | null) =>
      aNotification({ uuid: uuidOf(990), wearerUuid: null, roomName: 'Room 1', branchUuid })
    const callsIn = (drawn: ReturnType<typeof draw>) => drawn.rooms.flatMap((each) => each.calls)
    expect(callsIn(draw({ rooms, people, live: [cord(uuidOf(800))] }))).toHaveLength(1)
    expect(callsIn(draw({ rooms, people, live: [cord(uuidOf(801))] }))).toEqual([])
    expect(callsIn(draw({ rooms, people, live: [cord(null)] }))).toEqual([])
    const twin = { ...room(4, false), name: 'Room 1' }
    const drawn = draw({ rooms: [...rooms, twin], people, live: [cord(uuidOf(800))] })
    expect(callsIn(drawn)).toEqual([])
    expect(drawn.waits(1)).toBeNull()
  })

  it('still shows what goes on when somebody is at it', () => {
    const live = [alarm(1, { severity: 'HIGH', acknowledged: true, active: true })]
    expect(draw({ rooms, people, live }).waits(2)).toEqual(['HIGH', true])
  })
})
