import * as entities from '@carewatch/contracts/http/gateways-and-beacons'
import * as interactions from '@carewatch/contracts/http/interactions'
import * as rooms from '@carewatch/contracts/http/rooms'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listAlertLogs } from './alert-logs.ts'
import { configureEntity } from '../gateways-and-beacons/configure-entity.ts'
import { deleteEntity } from '../gateways-and-beacons/delete-entity.ts'
import { deleteRoom } from './delete-room.ts'
import { getEntityDetail } from './entity-detail.ts'
import { readAllInteractions, readInteractionsOf } from '../gateways-and-beacons/interactions.ts'
import { listEntities } from '../gateways-and-beacons/list-entities.ts'
import { listRooms } from './list-rooms.ts'
import { markAlertsDone } from './mark-alerts-done.ts'
import { listPresences } from './list-presences.ts'
import { registerBeacon } from '../gateways-and-beacons/new-beacon.ts'
import { registerGateway } from '../gateways-and-beacons/new-gateway.ts'
import { addRoom } from './new-room.ts'
import { listRoomChecks } from './room-check-logs.ts'
import { readRoomsData } from './rooms-data.ts'
import { rotateGatewayCredentials } from '../gateways-and-beacons/rotate-credentials.ts'
import { sendConfig } from '../gateways-and-beacons/send-config.ts'
import { listUnknownBeacons } from '../gateways-and-beacons/unknown-beacons.ts'
import { updateEntity } from '../gateways-and-beacons/update-entity.ts'
import { updateRoom } from './update-room.ts'

function entityRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(entities.allEntities, (asked, viewer) => listEntities(db, viewer, asked))
  serve(entities.unknownBeacons, (asked, viewer) => listUnknownBeacons(db, viewer, asked))
  serve(entities.entityDetail, ({ params }, viewer) => getEntityDetail(db, viewer, params.macAddress))
  serve(entities.newGateway, (asked, caller) => registerGateway(db, caller, asked))
  serve(entities.newBeacon, (asked, caller) => registerBeacon(db, caller, asked))
  serve(entities.updateEntity, (asked, caller) => updateEntity(db, caller, asked))
  serve(entities.configureEntity, (asked, caller) => configureEntity(db, caller, asked))
  serve(entities.sendConfigToGateway, ({ body }, caller) => sendConfig(db, caller, body.uuid))
  serve(entities.rotateGatewayCredentials, ({ params }, caller) =>
    rotateGatewayCredentials(db, caller, params.uuid),
  )
  serve(entities.deleteEntity, ({ params }, caller) => deleteEntity(services, caller, params.uuid))
}

function roomRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(rooms.allRooms, (asked, viewer) => listRooms(db, viewer, asked))
  serve(rooms.newRoom, (asked, caller) => addRoom(db, caller, asked))
  serve(rooms.updateRoom, (asked, caller) => updateRoom(db, caller, asked))
  serve(rooms.deleteRoom, ({ params }, caller) => deleteRoom(services, caller, params.uuid))
  serve(rooms.presences, (asked, caller) => listPresences(services, caller, asked))
  serve(rooms.roomsData, (asked, caller) => readRoomsData(services, caller, asked))
}

function interactionRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(interactions.allInteractions, ({ params }, caller) =>
    readAllInteractions(services, caller, params.since),
  )
  serve(interactions.interactionsOf, (asked, caller) => readInteractionsOf(services, caller, asked))
  serve(interactions.roomCheckLogs, (asked, viewer) => listRoomChecks(db, viewer, asked))
  serve(interactions.markAlertsDone, (asked, caller) => markAlertsDone(services, caller, asked))
  serve(interactions.alertLogs, (asked, caller) => listAlertLogs(db, caller, asked))
}

export function routesOfRooms(serve: Serve, services: Services): void {
  entityRoutes(serve, services)
  roomRoutes(serve, services)
  interactionRoutes(serve, services)
}
