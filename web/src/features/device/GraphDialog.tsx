import { deviceDetail } from '@carewatch/contracts/http/devices'
import { Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { graphs } from '@carewatch/contracts/measurements'
import { type History, loadHistory } from '../../vitals/history.ts'
import { PaperGraph } from '../../vitals/PaperGraph.tsx'
import type { Span } from '../../vitals/span.ts'
import styles from './Dialogs.module.css'
import type { Detail } from './load.ts'
import { wornBy } from '../../ui/people/place-name.ts'

const SPAN_MS = 3 * 86_400_000

type Loaded = Detail & History & { span: Span }

const lines = graphs.filter(({ graph }) => graph === 'line')

/** The last three days at a glance; the graphs' own screen has zoom, cursor and table. */
function Graphs({ loaded, close }: { loaded: Loaded; close: () => void }) {
  const { device, limits, points } = loaded
  const isEmpty = Object.values(points).every((line) => line.length === 0)
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        <FormattedMessage id={isEmpty ? 'device.noReadings' : 'device.threeDays'} />
      </Text>
      <div className={styles['graphs']} dir="ltr">
        {lines.map((plan) => (
          <PaperGraph key={plan.name} plan={plan} subject={device} week={loaded} limits={limits} marks={[]} />
        ))}
      </div>
      <LinkButton to="/user/monitoring" search={{ device: device.uuid }} onClick={close}>
        <FormattedMessage id="device.openGraphs" />
      </LinkButton>
    </Stack>
  )
}

export const showDeviceMonitoring = dialog<{ uuid: string }, Loaded>({
  title: 'menu.monitoring',
  suffix: (_, { device }) => wornBy(device),
  load: async ({ uuid }) => {
    const detail = await call(deviceDetail, { params: { uuid } })
    const to = new Date()
    const span = { from: new Date(to.getTime() - SPAN_MS), to }
    return { ...detail, ...(await loadHistory(detail.device.imei, span)), span }
  },
  size: 'xl',
  Body: Graphs,
})
