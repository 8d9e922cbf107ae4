import { approveOnboarding, rejectOnboarding } from '@carewatch/contracts/http/onboarding'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { InvitationMade } from '../../ui/people/InvitationMade.tsx'
import { reloadScreens } from '../../ui/page/reload.ts'

type Approved = Reply<typeof approveOnboarding>

function Reject({ uuid, close, onCancel }: { uuid: string; close: () => void; onCancel: () => void }) {
  const form = useEndpointForm({
    endpoint: rejectOnboarding,
    params: { uuid },
    initial: { reason: '' },
    onDone: () => {
      close()
      showDone('requests.rejected')
    },
  })
  return (
    <EndpointForm form={form} submit="requests.reject" onCancel={onCancel}>
      <Fields
        form={form}
        fields={[
          { kind: 'longText', name: 'reason', label: 'requests.reason', required: true, maxLength: 500 },
        ]}
      />
    </EndpointForm>
  )
}

/** What came of it: who was asked. */
export function Outcome({ approved, close }: { approved: Approved; close: () => void }) {
  return (
    <Stack aria-live="polite">
      <Text fz="lg" fw={550}>
        <FormattedMessage
          id="requests.approved"
          values={{ name: <bdi key="name">{approved.owner.name}</bdi> }}
        />
      </Text>
      {approved.invitations.map(({ email, ...invitation }) => (
        <InvitationMade key={invitation.uuid} invitation={invitation} email={email} />
      ))}
      <Group justify="flex-end">
        <Button onClick={close}>
          <FormattedMessage id="action.close" />
        </Button>
      </Group>
    </Stack>
  )
}

type Props = {
  uuid: string
  ownerName: string
  onApproved: (approved: Approved) => void
  close: () => void
}

/** Yes or no to a request that waits. */
export function Decision({ uuid, ownerName, onApproved, close }: Props) {
  const [isRejecting, setRejecting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const approve = async () => {
    const values = { name: <bdi key="name">{ownerName}</bdi> }
    const body = (
      <span style={{ overflowWrap: 'anywhere' }}>
        <FormattedMessage id="requests.approveBody" values={values} />
      </span>
    )
    if (!(await confirmed({ title: 'requests.approveTitle', body, confirm: 'requests.approve' }))) return
    setBusy(true)
    const approved = await attempt(() => call(approveOnboarding, { params: { uuid }, body: {} }))
    setBusy(false)
    reloadScreens()
    if (approved) onApproved(approved)
  }
  if (isRejecting) return <Reject uuid={uuid} close={close} onCancel={() => setRejecting(false)} />
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={() => setRejecting(true)}>
        <FormattedMessage id="requests.reject" />
      </Button>
      <Button loading={isBusy} onClick={() => void approve()}>
        <FormattedMessage id="requests.approve" />
      </Button>
    </Group>
  )
}
