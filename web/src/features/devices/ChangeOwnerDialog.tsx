import { changeOwner as change } from '@carewatch/contracts/http/device-changes'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import type { MadeInvitation } from '@carewatch/contracts/http/invitations'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Invited } from '../../ui/people/Invited.tsx'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { PersonKeyField } from '../../ui/form/PersonKeyField.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'

type Detail = Reply<typeof deviceDetail>

function ChangeOwner({ loaded: { device, owner }, close }: { loaded: Detail; close: () => void }) {
  const [invitation, setInvitation] = useState<MadeInvitation | null>(null)
  const form = useEndpointForm({
    endpoint: change,
    initial: { owner: '' },
    body: (values) => ({ deviceUUID: device.uuid, owner: values.owner }),
    onDone: ({ invitation: made }) => {
      if (made) return setInvitation(made)
      close()
      showDone('done.saved')
    },
  })
  if (invitation) return <Invited invitation={invitation} close={close} />
  return (
    <EndpointForm form={form} submit="devices.changeOwner" onCancel={close}>
      <Text>
        {owner ? (
          <FormattedMessage id="changeOwner.now" values={{ name: <bdi key="name">{owner.name}</bdi> }} />
        ) : (
          <FormattedMessage id="changeOwner.nobody" />
        )}
      </Text>
      <PersonKeyField
        form={form}
        name="owner"
        label="changeOwner.new"
        hint="changeOwner.newHint"
        of="OWNER"
      />
    </EndpointForm>
  )
}

export const changeOwner = dialog<{ uuid: string }, Detail>({
  title: 'devices.changeOwner',
  suffix: (_, { device }) => device.name,
  load: ({ uuid }) => call(deviceDetail, { params: { uuid } }),
  Body: ChangeOwner,
})
