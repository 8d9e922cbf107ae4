import { configureEntity, type Gateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { dialog } from '../../dialogs/dialog.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { ConfigureBeacon } from './ConfigureBeacon.tsx'
import { type Entity, loadEntity, nameOf } from './entity.ts'

const fields: readonly Field[] = [
  {
    kind: 'number',
    name: 'scanIntervalSeconds',
    label: 'gateways.scanInterval',
    hint: 'gateways.scanHint',
    unit: 's',
    half: true,
  },
  {
    kind: 'number',
    name: 'reportIntervalSeconds',
    label: 'gateways.reportInterval',
    hint: 'gateways.reportHint',
    unit: 's',
    half: true,
  },
  {
    kind: 'number',
    name: 'rssiFilterDbm',
    label: 'gateways.rssiFilter',
    hint: 'gateways.filterHint',
    unit: 'dBm',
    half: true,
  },
  {
    kind: 'number',
    name: 'rssiOffset',
    label: 'gateways.rssiOffset',
    hint: 'gateways.offsetHint',
    unit: 'dB',
    half: true,
  },
]

function ConfigureGateway({ gateway, close }: { gateway: Gateway; close: () => void }) {
  const { config, rssiOffset, uuid } = gateway
  const form = useEndpointForm({
    endpoint: configureEntity,
    initial: {
      scanIntervalSeconds: config.scanIntervalSeconds ?? '',
      reportIntervalSeconds: config.reportIntervalSeconds ?? '',
      rssiFilterDbm: config.rssiFilterDbm ?? '',
      rssiOffset,
    },
    body: (values) => ({ uuid, ...withoutEmpty(values) }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

function Body({ loaded: { gateway, beacon }, close }: { loaded: Entity; close: () => void }) {
  if (gateway) return <ConfigureGateway gateway={gateway} close={close} />
  return beacon ? <ConfigureBeacon beacon={beacon} close={close} /> : null
}

export const configureBLTEntity = dialog<{ mac: string }, Entity>({
  title: 'blt.configure',
  suffix: nameOf,
  load: loadEntity,
  size: 'lg',
  Body,
})
