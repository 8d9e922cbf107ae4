import type { Reply } from '@carewatch/contracts/http/endpoint'
import { newBeacon, newGateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { useState } from 'react'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { CredentialsMade } from './CredentialsMade.tsx'
import { type Entity, loadEntity, nameOf } from './entity.ts'
import { EditBeacon, EditGateway } from './EditEntity.tsx'
import {
  bindKeyField,
  identityKeyField,
  macField,
  modelField,
  nameField,
  placeFields,
  staffField,
  typeField,
  wearerField,
} from './entity-fields.ts'

type Made = Reply<typeof newGateway>['credentials']
const NOWHERE = { branchId: null as string | null, roomUuid: null as string | null }

function AddGateway({ close }: { close: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  const form = useEndpointForm({
    endpoint: newGateway,
    initial: { name: '', macAddress: '', model: '', ...NOWHERE },
    onDone: ({ credentials }) => {
      setMade(credentials)
      showDone('done.added')
    },
  })
  if (made) return <CredentialsMade credentials={made} close={close} />
  return (
    <EndpointForm form={form} submit="gateways.add" onCancel={close}>
      <Fields
        form={form}
        fields={[nameField, macField, ...placeFields(form.values.branchId), modelField()]}
      />
    </EndpointForm>
  )
}

/** What is known of a beacon that was sighted: its own name, where it was received best, what it seems to be. */
type Sighted = { sighted: Props['sighted'] | undefined; as: Props['as'] | undefined }

const knownOf = ({ sighted, as }: Sighted) => ({
  name: sighted?.name ?? '',
  macAddress: sighted?.macAddress ?? '',
  deviceType: as ?? sighted?.seems ?? 'TAG',
  branchId: sighted?.heardBy[0]?.branch?.uuid ?? null,
  roomUuid: sighted?.heardBy[0]?.room?.uuid ?? null,
})

function AddBeacon({ sighted, as, close }: Sighted & { close: () => void }) {
  const form = useEndpointForm({
    endpoint: newBeacon,
    initial: {
      ...knownOf({ sighted, as }),
      ibeacon: sighted?.ibeacon ?? '',
      bindKey: '',
      identityKey: '',
      deviceUUID: null as string | null,
      staffUUID: null as string | null,
    },
    body: withoutEmpty,
    onDone: () => {
      close()
      showDone('done.added')
    },
  })
  const { branchId, deviceType } = form.values
  const wearer = deviceType === 'TAG' ? [wearerField(), staffField()] : []
  return (
    <EndpointForm form={form} submit="beacons.add" onCancel={close}>
      <Fields
        form={form}
        fields={[
          nameField,
          macField,
          typeField(),
          ...wearer,
          ...placeFields(branchId, sighted?.heardBy[0]),
          bindKeyField,
          ...(deviceType === 'TAG' ? [identityKeyField()] : []),
        ]}
      />
    </EndpointForm>
  )
}

type Props = DialogProps['addBLTEntity']

function Body({ props, loaded, close }: { props: Props; loaded: Entity | undefined; close: () => void }) {
  if (loaded?.gateway) return <EditGateway gateway={loaded.gateway} close={close} />
  if (loaded?.beacon) return <EditBeacon beacon={loaded.beacon} close={close} />
  return props.type === 'GATEWAY' ? (
    <AddGateway close={close} />
  ) : (
    <AddBeacon sighted={props.sighted} as={props.as} close={close} />
  )
}

/** Without a MAC address it takes in a new one. */
export const addBLTEntity = dialog<Props, Entity | undefined>({
  title: 'blt.dialog',
  suffix: (props, loaded) => loaded && nameOf(props, loaded),
  load: async ({ mac }) => (mac ? loadEntity({ mac }) : undefined),
  Body,
})
