import type { Device } from '@carewatch/contracts/http/devices'
import { Button, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconBellCheck, IconChecks } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { acknowledgeAll } from '../../live/acknowledge.ts'
import { notificationsAtom } from '../../live/notifications.ts'
import { DevicePicker } from '../../ui/DevicePicker.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { Page } from '../../ui/Page.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { byDay, chosen } from './chosen.ts'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './NotificationsPage.module.css'

type Props = {
  devices: Device[]
  device: string | undefined
  selected: string | undefined
  onPick: (deviceUuid: string | null) => void
}

const confirmAll = (imei: string) =>
  modals.openConfirmModal({
    title: <FormattedMessage id="notifications.all" />,
    children: (
      <Text>
        <FormattedMessage id="notifications.confirmAll" />
      </Text>
    ),
    labels: {
      confirm: <FormattedMessage id="action.acknowledge" />,
      cancel: <FormattedMessage id="action.cancel" />,
    },
    onConfirm: () => void acknowledgeAll(imei),
  })

export function NotificationsPage({ devices, device, selected, onPick }: Props) {
  const notifications = chosen(useAtomValue(notificationsAtom), device)
  const hasOpen = notifications.some(({ acknowledged }) => !acknowledged)
  const imei = devices.find(({ uuid }) => uuid === device)?.imei ?? 'all'
  const actions = (
    <>
      <DevicePicker devices={devices} value={device ?? null} onPick={onPick} withAll />
      <Button
        variant="default"
        disabled={!hasOpen}
        leftSection={<IconChecks size={18} aria-hidden />}
        onClick={() => confirmAll(imei)}
      >
        <FormattedMessage id="notifications.all" />
      </Button>
    </>
  )
  return (
    <Page title="menu.notifications" actions={actions}>
      {notifications.length === 0 ? (
        <Nothing
          icon={<IconBellCheck aria-hidden />}
          title={<FormattedMessage id="notifications.empty" />}
          why={<FormattedMessage id="notifications.emptyWhy" />}
          action={device ? <ShowAll onClick={() => onPick(null)} /> : null}
        />
      ) : null}
      {byDay(notifications).map(({ day, notifications: each }) => (
        <section key={day.getTime()}>
          <h2 className={styles['day']}>
            <FormattedDate value={day} weekday="long" day="numeric" month="long" />
          </h2>
          <ul className={styles['list']}>
            {each.map((notification) => (
              <NotificationRow
                key={notification.uuid}
                notification={notification}
                selected={notification.uuid === selected}
              />
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}
