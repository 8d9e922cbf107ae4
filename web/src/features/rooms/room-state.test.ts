import type { RoomView } from '@carewatch/contracts/http/rooms'
import { describe, expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { byPriority, evaluateRoom, incidentsIn, locatedIn } from './room-state.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const gateway = { uuid: 'g', name: 'Gateway', macAddress: 'ac233fc00001', online: true, lastMessageAt: noon }
const aRoom = (given: Partial<RoomView> = {}): RoomView => ({
  uuid: 'r',
  name: 'Room 101',
  status: null,
  branch: { uuid: 'b', name: 'Carmel' },
  gateways: [gateway],
  temperature: null,
  humidity: null,
  facts: [],
  beacons: [],
  alarms: [],
  ...given,
})
const anAlarm = (given: Partial<RoomView['alarms'][number]> = {}): RoomView['alarms'][number] => ({
  uuid: 'a',
  kind: 'WATER',
  severity: 'HIGH',
  message: 'Water',
  acknowledged: false,
  openedAt: noon,
  ...given,
})
const stateOf = (given: Partial<RoomView>) => evaluateRoom(aRoom(given), []).state

describe('a room on the wall', () => {
  it('is as grave as its gravest alarm', () => {
    expect(stateOf({ alarms: [anAlarm(), anAlarm({ uuid: 'c', severity: 'CRITICAL' })] })).toBe('critical')
    expect(stateOf({ alarms: [anAlarm()] })).toBe('warning')
    expect(stateOf({ alarms: [anAlarm({ kind: 'GATEWAY_OFFLINE' })] })).toBe('technical')
    expect(stateOf({})).toBe('ok')
  })

  it('is never called well while nothing is heard from it', () => {
    expect(stateOf({ gateways: [] })).toBe('noData')
    expect(stateOf({ gateways: [{ ...gateway, online: false, lastMessageAt: null }] })).toBe('noData')
    expect(stateOf({ gateways: [{ ...gateway, online: false }] })).toBe('technical')
  })

  const deviceUuid = '0192f0a0-0000-7000-8000-00000000000d'
  const beacon = {
    uuid: 't',
    name: 'Tag',
    macAddress: 'ac233f000001',
    deviceType: 'TAG' as const,
    rssi: -60,
    lastSeenAt: noon,
    since: noon,
    confidence: 1,
    battery: null,
    device: { uuid: deviceUuid, name: 'Mum' },
    person: null,
  }

  it('has a button for each of two people who wait in it, of one name too, and for all that happened to one of them one', () => {
    const other = '0192f0a0-0000-7000-8000-00000000000e'
    const beacons = [beacon, { ...beacon, uuid: 'u', device: { uuid: other, name: 'Mum' } }]
    const ruth = { deviceUuid, incidentUuid: 'ruth' }
    const evaluated = evaluateRoom(aRoom({ beacons }), [
      aNotification({ ...ruth, uuid: 'pulse', kind: 'HEART_RATE', severity: 'HIGH' }),
      aNotification({ ...ruth, uuid: 'sos' }),
      aNotification({ deviceUuid: other, uuid: 'fall', kind: 'FALL', incidentUuid: 'another' }),
    ])
    const shown = incidentsIn(evaluated).map(({ uuid, all }) => [uuid, ...all.map((each) => each.kind)])
    expect(shown).toEqual([
      ['ruth', 'SOS', 'HEART_RATE'],
      ['another', 'FALL'],
    ])
  })

  it('shows the cry for help of whoever is in it', () => {
    const { state, alarms } = evaluateRoom(aRoom({ beacons: [beacon] }), [aNotification({ deviceUuid })])
    expect(state).toBe('critical')
    expect(alarms[0]?.kind).toBe('SOS')

    const someone = { room: null, bed: null, imageUrl: null, status: 'ACTIVE' } as const
    const former = { ...someone, uuid: '0192f0a0-0000-7000-8000-0000000000f0', name: 'Ruth' }
    const present = { ...someone, uuid: '0192f0a0-0000-7000-8000-0000000000f1', name: 'Wilma' }
    const worn = aRoom({ beacons: [{ ...beacon, person: present }] })
    const stateWith = (wearer: typeof present) =>
      evaluateRoom(worn, [aNotification({ deviceUuid, wearer })]).state
    expect([stateWith(present), stateWith(former)]).toEqual(['critical', 'ok'])
  })

  describe('while somebody who lies in it waits', () => {
    const ruth = {
      uuid: '0192f0a0-0000-7000-8000-0000000000f2',
      name: 'Ruth',
      room: 'Room 101',
      bed: '1',
      imageUrl: null,
      status: 'ACTIVE',
    } as const
    const cry = (given: Parameters<typeof aNotification>[0] = {}) =>
      aNotification({ deviceUuid, wearer: ruth, branchUuid: 'b', ...given })
    const stateWith = (given: Parameters<typeof cry>[0], rooms: RoomView[] = [aRoom()]) =>
      rooms.map((room) => evaluateRoom(room, [cry(given)], locatedIn(rooms)).state)

    it('is never called well, though no tag says that they are there', () => {
      expect(stateWith({})).toEqual(['critical'])
      expect(stateWith({ branchUuid: 'another house, with a room of that name' })).toEqual(['ok'])
      expect(stateWith({ wearer: { ...ruth, room: 'Room 102' } })).toEqual(['ok'])
      expect(stateWith({ wearer: { ...ruth, status: 'AWAY' } })).toEqual(['ok'])
    })

    it('nor where what happened is over and nobody answered', () => {
      expect(stateWith({ active: false })).toEqual(['critical'])
      expect(stateWith({ active: false, acknowledged: true })).toEqual(['ok'])
    })

    it('leads to where their tag is, of whatever they wear, and not to their bed', () => {
      const tag = { ...beacon, device: { uuid: 'their pendant', name: 'Pendant' }, person: ruth }
      const there = aRoom({ uuid: 's', name: 'Room 102', beacons: [tag] })
      expect(stateWith({}, [aRoom(), there])).toEqual(['ok', 'critical'])
    })
  })

  it('counts as answered as soon as somebody said so live', () => {
    const live = aNotification({ alarmUuid: 'a', acknowledged: true, acknowledgedBy: 'Noa' })
    const [alarm] = evaluateRoom(aRoom({ alarms: [anAlarm()] }), [live]).alarms
    expect(alarm?.acknowledged).toBe(true)
    expect(alarm?.acknowledgedBy).toBe('Noa')
  })
})

it('puts the rooms in the order of their first alarms, then by number', () => {
  const answered = aRoom({ name: 'Room 2', alarms: [anAlarm({ acknowledged: true })] })
  const open = aRoom({ name: 'Room 10', alarms: [anAlarm({ uuid: 'b' })] })
  const calm = [aRoom({ name: 'Room 12' }), aRoom({ name: 'Room 3' })]
  const sorted = byPriority(
    [...calm, answered, open].map((room) => evaluateRoom(room, [])),
    'en',
  )
  expect(sorted.map(({ room }) => room.name)).toEqual(['Room 10', 'Room 2', 'Room 3', 'Room 12'])
})
