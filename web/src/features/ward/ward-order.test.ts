import type { WardPerson } from '@carewatch/contracts/http/ward'
import type { Notification } from '@carewatch/contracts/notifications'
import { describe, expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { callsOf, cellsOf, inOrderOf, urgentFirst } from './ward-order.ts'

const uuidOf = (of: number) => `0192f0a0-0000-7000-8000-${String(of).padStart(12, '0')}`
const person = (
  of: number,
  given: Partial<WardPerson['wearer']> = {},
  alarms: Notification[] = [],
): WardPerson => ({
  wearer: {
    uuid: uuidOf(of),
    name: `Person ${of}`,
    room: `Room ${of}`,
    bed: null,
    imageUrl: null,
    status: 'ACTIVE',
    ...given,
  },
  branch: null,
  awayReason: null,
  awayUntil: null,
  devices: [],
  latest: { heartRate: null, spo2: null, systolic: null, diastolic: null, temperature: null },
  pulse: [],
  where: null,
  alarms,
})
const alarmOf = (of: number, given: Partial<Notification> = {}) =>
  aNotification({ uuid: uuidOf(900 + of), wearerUuid: uuidOf(of), kind: 'HEART_RATE', ...given })
const order = (people: WardPerson[], live: Notification[], by: 'need' | 'room' | 'name' = 'need') =>
  inOrderOf(cellsOf(people, live), by, 'en').map((cell) => cell.person.wearer.name)

describe('the order of the board', () => {
  const residents = [person(10), person(2), person(1, { status: 'AWAY' }), person(3, { room: null })]

  it('while nobody needs anybody is that of the rooms, who lies nowhere and who is away last', () => {
    expect(order(residents, [])).toEqual(['Person 2', 'Person 10', 'Person 3', 'Person 1'])
  })

  it('moves who needs somebody to the front, by triage, as soon as it is live', () => {
    const live = [
      alarmOf(10, { severity: 'HIGH' }),
      alarmOf(3, { kind: 'SOS', severity: 'CRITICAL' }),
      alarmOf(2, { severity: 'CRITICAL', acknowledged: true }),
    ]
    expect(order(residents, live)).toEqual(['Person 3', 'Person 10', 'Person 2', 'Person 1'])
  })

  it('by room and by name stays where it is, whatever happens', () => {
    const live = [alarmOf(10, { kind: 'SOS', severity: 'CRITICAL' })]
    expect(order(residents, live, 'room')).toEqual(['Person 1', 'Person 2', 'Person 10', 'Person 3'])
    expect(order(residents, live, 'name')).toEqual(['Person 1', 'Person 2', 'Person 3', 'Person 10'])
  })
})

describe('who does not fit the screen', () => {
  it.each(['room', 'name'] as const)('is by %s nobody who cannot wait: they stand first', (by) => {
    const people = [person(1), person(2), person(3), person(4)]
    const live = [
      alarmOf(2, { severity: 'MEDIUM' }),
      alarmOf(3, { severity: 'HIGH' }),
      alarmOf(4, { kind: 'SOS', severity: 'CRITICAL' }),
    ]
    const cells = urgentFirst(inOrderOf(cellsOf(people, live), by, 'en'))
    const names = cells.map((cell) => cell.person.wearer.name)
    expect(names).toEqual(['Person 3', 'Person 4', 'Person 1', 'Person 2'])
  })
})

describe('a cell', () => {
  const cellOf = (alarms: Notification[], live: Notification[] = []) =>
    cellsOf([person(1, {}, alarms)], live)[0]

  it('is of double width while nobody has answered what cannot wait', () => {
    expect(cellOf([alarmOf(1, { severity: 'HIGH' })])?.isUrgent).toBe(true)
    expect(cellOf([alarmOf(1, { severity: 'MEDIUM' })])?.isUrgent).toBe(false)
    expect(cellOf([alarmOf(1, { severity: 'HIGH', acknowledged: true })])?.isUrgent).toBe(false)
  })

  it('is calm once its alarm is over, though it was loaded while it went on', () => {
    const loaded = alarmOf(1, { severity: 'HIGH', version: 3 })
    const over = alarmOf(1, { severity: 'HIGH', version: 5, acknowledged: true, active: false })
    expect(cellOf([loaded], [over])?.incidents).toEqual([])
  })

  it('takes no older word for a newer: what was loaded after an answer stays answered', () => {
    const loaded = alarmOf(1, { severity: 'HIGH', version: 5, acknowledged: true })
    expect(cellOf([loaded], [alarmOf(1, { severity: 'HIGH', version: 3 })])?.isUrgent).toBe(false)
  })

  it('shows what happened to one person as one incident, and nothing of another person', () => {
    const sos = alarmOf(1, {
      kind: 'SOS',
      severity: 'CRITICAL',
      alarmUuid: uuidOf(50),
      incidentUuid: uuidOf(50),
    })
    const pulse = { ...alarmOf(1, { severity: 'HIGH', incidentUuid: uuidOf(50) }), uuid: uuidOf(51) }
    expect(cellOf([sos], [pulse, alarmOf(2)])?.incidents).toMatchObject([{ all: [{ kind: 'SOS' }, {}] }])
  })
})

describe('what calls without a person', () => {
  const water = aNotification({
    uuid: uuidOf(800),
    kind: 'WATER',
    severity: 'HIGH',
    roomName: 'Bath 2',
    branchUuid: uuidOf(7),
    version: 3,
  })
  const unworn = aNotification({ uuid: uuidOf(801), kind: 'SOS', branchUuid: uuidOf(7) })
  const kinds = (calls: Notification[], notifications: Notification[], branch?: string) =>
    callsOf({ people: [person(1)], calls }, { notifications, branch }).map(({ incident, isUrgent }) => [
      incident.first.kind,
      isUrgent,
    ])

  it('is what was loaded and what comes live, in the order of triage, and nothing of who has a cell', () => {
    expect(kinds([water], [alarmOf(1), unworn])).toEqual([
      ['SOS', true],
      ['WATER', true],
    ])
  })

  it('is of somebody who is on the board no more, too', () => {
    expect(kinds([], [alarmOf(2)])).toEqual([['HEART_RATE', true]])
  })

  it('goes once it is answered and over, stays with who took it while it goes on', () => {
    const taken = { ...water, version: 4, acknowledged: true }
    expect(kinds([water], [taken])).toEqual([['WATER', false]])
    expect(kinds([water], [{ ...taken, version: 5, active: false }])).toEqual([])
  })

  it('is of the branch that is shown', () => {
    expect(kinds([], [water, unworn], uuidOf(8))).toEqual([])
    expect(kinds([], [water], uuidOf(7))).toEqual([['WATER', true]])
  })
})
