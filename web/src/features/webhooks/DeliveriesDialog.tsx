import { replayWebhook, type WebhookDelivery, webhookDeliveries } from '@carewatch/contracts/http/webhooks'
import { Button, Group, Stack, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { doAndShow } from '../../ui/page/done.ts'

type Props = DialogProps['webhookDeliveries']
type Loaded = { deliveries: readonly WebhookDelivery[] }

const SHOWN = 30

function Try({ delivery: { tries } }: { delivery: WebhookDelivery }) {
  const { formatMessage } = useIntl()
  const [last] = tries
  if (!last) return null
  const { fault, status, durationMs } = last
  return (
    <Text size="sm" c="dimmed">
      {fault ? `${formatMessage({ id: `webhooks.fault.${fault}` })} ` : null}
      <Ltr>{status ? `${status} · ${durationMs} ms` : `${durationMs} ms`}</Ltr>{' '}
      <FormattedMessage id="webhooks.tries" values={{ n: tries.length }} />
    </Text>
  )
}

function Row({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay: () => void }) {
  const { state, type, createdAt } = delivery
  return (
    <Group justify="space-between" wrap="nowrap" component="li">
      <Stack gap={0}>
        <Text>
          <Ltr>{type}</Ltr> · <FormattedMessage id={`webhooks.state.${state}`} />
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <Moment at={createdAt} />
        </Text>
        <Try delivery={delivery} />
      </Stack>
      {state === 'QUEUED' ? null : (
        <Button variant="default" size="sm" onClick={onReplay}>
          <FormattedMessage id="webhooks.replay" />
        </Button>
      )}
    </Group>
  )
}

function Deliveries({ props: { uuid }, loaded, close }: { props: Props; loaded: Loaded; close: () => void }) {
  async function replay(deliveryUUID: string): Promise<void> {
    const again = () => call(replayWebhook, { params: { uuid }, body: { deliveryUUID } })
    if (await doAndShow('webhooks.queued', again)) close()
  }
  if (loaded.deliveries.length === 0) return <FormattedMessage id="webhooks.noDeliveries" />
  return (
    <Stack component="ul" m={0} p={0}>
      {loaded.deliveries.map((delivery) => (
        <Row key={delivery.uuid} delivery={delivery} onReplay={() => void replay(delivery.uuid)} />
      ))}
    </Stack>
  )
}

const load = ({ uuid }: Props): Promise<Loaded> =>
  call(webhookDeliveries, { params: { uuid }, query: { size: SHOWN } })

export const webhookDeliveriesDialog = dialog<Props, Loaded>({
  title: 'webhooks.deliveries',
  load,
  Body: Deliveries,
})
