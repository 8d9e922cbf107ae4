import type { Beacon, Gateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { permissions } from '@carewatch/contracts/permissions'
import { beaconTypes } from '@carewatch/contracts/rooms'
import { currentIntl } from '../../i18n/intl.ts'
import type { Field } from '../../ui/form/fields.ts'
import {
  findBranches,
  findDevices,
  findGatewayModels,
  findPeople,
  findRooms,
  known,
} from '../../ui/people/lookups.ts'

export const nameField: Field = {
  kind: 'text',
  name: 'name',
  label: 'blt.name',
  required: true,
  maxLength: 64,
}

export const macField: Field = {
  kind: 'text',
  name: 'macAddress',
  label: 'blt.mac',
  hint: 'blt.macHint',
  required: true,
  ltr: true,
  maxLength: 17,
}

/** Of a beacon that sends encrypted, as its maker's app shows it. */
export const bindKeyField: Field = {
  kind: 'text',
  name: 'bindKey',
  label: 'beacons.bindKey',
  hint: 'beacons.bindKeyHint',
  ltr: true,
  maxLength: 32,
}

/** Of a phone or a newer watch, whose address changes every few minutes. */
export const identityKeyField = (isKnown = false): Field => ({
  kind: 'text',
  name: 'identityKey',
  label: 'beacons.identityKey',
  hint: isKnown ? 'beacons.identityKeyKnown' : 'beacons.identityKeyHint',
  ltr: true,
  maxLength: 40,
})

/** By its model we know the format of a gateway; `known`: what it is now. */
export const modelField = (model?: string): Field => ({
  kind: 'lookup',
  name: 'model',
  label: 'blt.model',
  hint: 'blt.modelHint',
  find: findGatewayModels,
  known: model ? { value: model, label: model } : undefined,
})

export const placeFields = (
  branchUuid: string | null,
  entity?: Pick<Gateway | Beacon, 'branch' | 'room'>,
): readonly Field[] => [
  {
    kind: 'lookup',
    name: 'branchId',
    label: 'devices.branch',
    required: true,
    half: true,
    find: findBranches,
    known: known(entity?.branch),
  },
  {
    kind: 'lookup',
    name: 'roomUuid',
    label: 'blt.room',
    half: true,
    find: findRooms(branchUuid),
    known: known(entity?.room),
  },
]

export const typeField = (): Field => ({
  kind: 'select',
  name: 'deviceType',
  label: 'blt.type',
  required: true,
  half: true,
  options: beaconTypes.map((value) => ({
    value,
    label: currentIntl().formatMessage({ id: `beaconType.${value}` }),
  })),
})

export const wearerField = (beacon?: Beacon): Field => ({
  kind: 'lookup',
  name: 'deviceUUID',
  label: 'beacons.device',
  hint: 'beacons.deviceHint',
  half: true,
  find: findDevices,
  known: known(beacon?.device),
})

/** Whoever of the staff carries it, in place of a person under care. */
export const staffField = (beacon?: Beacon): Field => ({
  kind: 'lookup',
  name: 'staffUUID',
  label: 'beacons.staff',
  hint: 'beacons.staffHint',
  half: true,
  find: findPeople(...permissions.attendBedside.filter((role) => role !== 'ADMIN')),
  known: known(beacon?.staff),
})
