import type { Beacon, Gateway } from '@carewatch/contracts/http/blt-entities'
import { beaconTypes } from '@carewatch/contracts/rooms'
import { currentIntl } from '../../i18n/intl.ts'
import type { Field } from '../../ui/form/fields.ts'
import { findBranches, findDevices, findRooms, known } from '../../ui/lookups.ts'

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

export const modelField: Field = {
  kind: 'text',
  name: 'model',
  label: 'blt.model',
  hint: 'blt.modelHint',
  maxLength: 64,
}

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
