import { type Beacon, type Gateway, updateEntity } from '@carewatch/contracts/http/gateways-and-beacons'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import {
  identityKeyField,
  modelField,
  nameField,
  placeFields,
  staffField,
  typeField,
  wearerField,
} from './entity-fields.ts'

const placeOf = ({ branch, room }: Gateway | Beacon) => ({
  branchId: branch?.uuid ?? null,
  roomUuid: room?.uuid ?? null,
})

const saved = (close: () => void) => () => {
  close()
  showDone('done.saved')
}

export function EditGateway({ gateway, close }: { gateway: Gateway; close: () => void }) {
  const form = useEndpointForm({
    endpoint: updateEntity,
    params: { uuid: gateway.uuid },
    initial: { name: gateway.name, model: gateway.model, ...placeOf(gateway) },
    body: ({ roomUuid, ...rest }) => ({
      ...withoutEmpty(rest),
      roomUuid: roomUuid || null,
      updatedAt: gateway.updatedAt.toISOString(),
    }),
    onDone: saved(close),
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields
        form={form}
        fields={[nameField, ...placeFields(form.values.branchId, gateway), modelField(gateway.model)]}
      />
    </EndpointForm>
  )
}

export function EditBeacon({ beacon, close }: { beacon: Beacon; close: () => void }) {
  const form = useEndpointForm({
    endpoint: updateEntity,
    params: { uuid: beacon.uuid },
    initial: {
      name: beacon.name,
      deviceType: beacon.deviceType as string,
      deviceUUID: beacon.device?.uuid ?? null,
      staffUUID: beacon.staff?.uuid ?? null,
      identityKey: '',
      ...placeOf(beacon),
    },
    body: ({ roomUuid, deviceUUID, staffUUID, ...rest }) => ({
      ...withoutEmpty(rest),
      roomUuid: roomUuid || null,
      deviceUUID: deviceUUID || null,
      staffUUID: staffUUID || null,
      updatedAt: beacon.updatedAt.toISOString(),
    }),
    onDone: saved(close),
  })
  const { branchId, deviceType } = form.values
  const isTag = deviceType === 'TAG'
  const wearer = isTag ? [wearerField(beacon), staffField(beacon)] : []
  const key = isTag ? [identityKeyField(beacon.hasIdentityKey)] : []
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields
        form={form}
        fields={[nameField, typeField(), ...wearer, ...placeFields(branchId, beacon), ...key]}
      />
    </EndpointForm>
  )
}
