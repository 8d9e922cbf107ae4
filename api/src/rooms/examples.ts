import { uniqueMac } from '@carewatch/migrations/factories'
import type * as entities from '@carewatch/contracts/http/gateways-and-beacons'
import type * as interactions from '@carewatch/contracts/http/interactions'
import type * as rooms from '@carewatch/contracts/http/rooms'
import type { CompanyFixture } from '../testing/fixtures.ts'
import { raiseRoomAlarm } from '../testing/room-alarm.ts'
import { addGateway, addRoom } from '../testing/rooms.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

/** People of WATCH type have no rooms. */
const notFor = ['OWNER', 'RELATIVE'] as const

const freshGateway = ({ company, branch }: CompanyFixture, harness: Harness) =>
  addGateway(harness, { companyId: company.id, branchId: branch.id })

const examplesOfEntities: Examples<typeof entities> = {
  allEntities: { of: 'row', notFor, ask: ({ room }) => ({ query: { roomUuid: room.uuid } }) },
  unknownBeacons: { of: 'list', ask: () => ({}) },
  entityDetail: { of: 'row', notFor, ask: ({ gateway }) => ({ params: { macAddress: gateway.mac } }) },
  newGateway: {
    of: 'row',
    ask: ({ branch, room }) => ({
      body: {
        name: 'Gateway of the hall',
        macAddress: uniqueMac(),
        branchId: branch.uuid,
        roomUuid: room.uuid,
      },
    }),
  },
  newBeacon: {
    of: 'row',
    ask: ({ branch, room, device }) => ({
      body: {
        name: 'Tag of Sara',
        macAddress: uniqueMac(),
        deviceType: 'TAG',
        branchId: branch.uuid,
        roomUuid: room.uuid,
        deviceUUID: device.uuid,
        allowedTimes: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '07:00', to: '22:00' }],
        maxMinutes: 120,
      },
    }),
  },
  updateEntity: {
    of: 'row',
    ask: ({ gateway }) => ({ params: { uuid: gateway.uuid }, body: { name: 'Gateway of the garden' } }),
  },
  configureEntity: {
    of: 'row',
    ask: ({ gateway }) => ({
      body: { uuid: gateway.uuid, scanIntervalSeconds: 3, rssiFilterDbm: -90, rssiOffset: 2 },
    }),
  },
  sendConfigToGateway: { of: 'row', ask: ({ gateway }) => ({ body: { uuid: gateway.uuid } }) },
  rotateGatewayCredentials: { of: 'row', ask: ({ gateway }) => ({ params: { uuid: gateway.uuid } }) },
  deleteEntity: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { uuid: (await freshGateway(fixture, harness)).uuid } }),
  },
}

const examplesOfRooms: Examples<typeof rooms> = {
  allRooms: { of: 'list', ask: () => ({ query: { search: 'room' } }) },
  newRoom: { of: 'row', ask: ({ branch }) => ({ body: { name: 'Room 12', branchId: branch.uuid } }) },
  updateRoom: {
    of: 'row',
    ask: ({ room }) => ({ params: { uuid: room.uuid }, body: { name: 'Room 101' } }),
  },
  deleteRoom: {
    of: 'row',
    ask: async ({ branch }, harness) => ({ params: { uuid: (await addRoom(harness, branch.id)).uuid } }),
  },
  roomsData: { of: 'list', ask: () => ({}) },
  presences: { of: 'row', notFor, ask: ({ room }) => ({ query: { roomUuid: room.uuid } }) },
}

const examplesOfInteractions: Examples<typeof interactions> = {
  allInteractions: { of: 'list', ask: () => ({ params: { since: '0' } }) },
  interactionsOf: { of: 'row', notFor, ask: ({ beacon }) => ({ params: { dmac: beacon.mac, since: '0' } }) },
  roomCheckLogs: { of: 'list', ask: () => ({ params: { since: '0' } }) },
  markAlertsDone: {
    of: 'row',
    ask: async (fixture, harness) => {
      const { alarm } = await raiseRoomAlarm(harness, fixture)
      return { body: { alarmUuids: [alarm.uuid], cause: 'HELPED', note: 'The tap was open' } }
    },
  },
  alertLogs: {
    of: 'row',
    notFor,
    ask: ({ room }) => ({ params: { since: '0' }, query: { roomUuid: room.uuid } }),
  },
}

export const examples = { ...examplesOfEntities, ...examplesOfRooms, ...examplesOfInteractions }
