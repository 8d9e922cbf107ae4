import { allDevices } from '@carewatch/contracts/http/devices'
import { onboardingEmail } from '@carewatch/contracts/http/onboarding'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field, Option } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { known } from '../../ui/people/lookups.ts'

type Props = { device?: { uuid: string; name: string } }

const MANY = 100

/** Only a device that nobody owns can be set up. */
async function findFree(typed: string): Promise<Option[]> {
  const search = typed.trim()
  const { devices } = await call(allDevices, { query: { size: MANY, ...(search && { search }) } })
  return devices
    .filter(({ ownerUUID }) => ownerUUID === null)
    .map(({ uuid, name, imei }) => ({ value: uuid, label: `${name} · ${imei}` }))
}

const fieldsOf = (device: Option | undefined): readonly Field[] => [
  {
    kind: 'lookup',
    name: 'deviceUUID',
    label: 'setupLink.device',
    required: true,
    find: findFree,
    known: device,
  },
  {
    kind: 'text',
    type: 'email',
    name: 'emailAddress',
    label: 'setupLink.email',
    required: true,
    maxLength: 254,
  },
]

function SendLink({ props: { device }, close }: { props: Props; close: () => void }) {
  const form = useEndpointForm({
    endpoint: onboardingEmail,
    initial: { deviceUUID: device?.uuid ?? null, emailAddress: '' },
    body: ({ deviceUUID, emailAddress }) => ({
      ...(deviceUUID && { deviceUUID }),
      ...(emailAddress && { emailAddress }),
      baseURL: location.origin,
    }),
    onDone: () => {
      close()
      showDone('done.email')
    },
  })
  return (
    <EndpointForm form={form} submit="setupLink.submit" onCancel={close}>
      <Text c="dimmed">
        <FormattedMessage id="setupLink.why" />
      </Text>
      <Fields form={form} fields={fieldsOf(known(device))} />
    </EndpointForm>
  )
}

export const sendSetupLink = dialog<Props>({
  title: 'setupLink.title',
  suffix: ({ device }) => device?.name,
  Body: SendLink,
})
