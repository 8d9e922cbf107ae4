import type { Reply } from '@carewatch/contracts/http/endpoint'
import { newBeacon, newGateway } from '@carewatch/contracts/http/blt-entities'
import { useState } from 'react'
import { dialog } from '../../dialogs/dialog.ts'
import { tellDone } from '../../ui/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { CredentialsMade } from './CredentialsMade.tsx'
import { type Entity, loadEntity, nameOf } from './entity.ts'
import { EditBeacon, EditGateway } from './EditEntity.tsx'
import { macField, modelField, nameField, placeFields, typeField, wearerField } from './entity-fields.ts'

type Made = Reply<typeof newGateway>['credentials']
const NOWHERE = { branchId: null as string | null, roomUuid: null as string | null }

function AddGateway({ close }: { close: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  const form = useEndpointForm({
    endpoint: newGateway,
    initial: { name: '', macAddress: '', model: '', ...NOWHERE },
    onDone: ({ credentials }) => {
      setMade(credentials)
      tellDone('done.added')
    },
  })
  if (made) return <CredentialsMade credentials={made} close={close} />
  return (
    <EndpointForm form={form} submit="gateways.add" onCancel={close}>
      <Fields form={form} fields={[nameField, macField, ...placeFields(form.values.branchId), modelField]} />
    </EndpointForm>
  )
}

function AddBeacon({ close }: { close: () => void }) {
  const form = useEndpointForm({
    endpoint: newBeacon,
    initial: {
      name: '',
      macAddress: '',
      deviceType: 'TAG',
      deviceUUID: null as string | null,
      ...NOWHERE,
    },
    onDone: () => {
      close()
      tellDone('done.added')
    },
  })
  const { branchId, deviceType } = form.values
  const wearer = deviceType === 'TAG' ? [wearerField()] : []
  return (
    <EndpointForm form={form} submit="beacons.add" onCancel={close}>
      <Fields form={form} fields={[nameField, macField, typeField(), ...wearer, ...placeFields(branchId)]} />
    </EndpointForm>
  )
}

type Props = { type: 'GATEWAY' | 'BEACON'; mac?: string }

function Body({ props, loaded, close }: { props: Props; loaded: Entity | undefined; close: () => void }) {
  if (loaded?.gateway) return <EditGateway gateway={loaded.gateway} close={close} />
  if (loaded?.beacon) return <EditBeacon beacon={loaded.beacon} close={close} />
  return props.type === 'GATEWAY' ? <AddGateway close={close} /> : <AddBeacon close={close} />
}

/** Without a MAC address it takes in a new one. */
export const addBLTEntity = dialog<Props, Entity | undefined>({
  title: 'blt.dialog',
  suffix: (props, loaded) => loaded && nameOf(props, loaded),
  load: async ({ mac }) => (mac ? loadEntity({ mac }) : undefined),
  Body,
})
