import { approveOnboarding, rejectOnboarding } from '@carewatch/contracts/http/onboarding'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
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

/** What came of it; a password that could not be mailed stands here, this once. */
export function Outcome({ approved, close }: { approved: Approved; close: () => void }) {
  return (
    <Stack aria-live="polite">
      <Text fz="lg" fw={550}>
        <FormattedMessage
          id="requests.approved"
          values={{ name: <bdi key="name">{approved.owner.name}</bdi> }}
        />
      </Text>
      {approved.accounts.map(({ userName, password }) =>
        password ? (
          <Notice key={userName} tone="caution" title={<Ltr>{userName}</Ltr>}>
            <FormattedMessage id="requests.passwordOnce" />
            <Code dir="ltr" fz="lg" p="xs">
              {password}
            </Code>
          </Notice>
        ) : (
          <Text key={userName}>
            <FormattedMessage
              id="requests.accountMailed"
              values={{ userName: <Ltr key="user">{userName}</Ltr> }}
            />
          </Text>
        ),
      )}
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
