import { POPOVER_ITEMS } from '@carewatch/contracts/numbers'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { Popover, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { incidentsAtom } from '../live/notifications.ts'
import { userAtom } from '../session/session.ts'
import { IncidentText } from '../ui/alarms/IncidentText.tsx'
import { Age } from '../ui/figures/Age.tsx'
import { type OpenedProps, useOpenAtOnce } from '../ui/controls/OpensLater.tsx'
import { SeverityIcon } from '../ui/alarms/SeverityMark.tsx'
import { placeName } from '../ui/people/place-name.ts'
import styles from './Bell.module.css'
import { notificationsOf } from './navigation.ts'
import { Who } from '../ui/people/Who.tsx'
import { PortraitOf } from '../ui/people/Portrait.tsx'

type ItemProps = { incident: Incident<Notification>; to: string; onPick: () => void }

function Item({ incident, to, onPick }: ItemProps) {
  const { first: notification, acknowledged } = incident
  const { uuid, deviceUuid, lastAt, severity } = notification
  return (
    <Link
      to={to}
      search={{ device: deviceUuid ?? undefined, selected: uuid }}
      className={styles['item']}
      onClick={onPick}
    >
      <SeverityIcon severity={severity} size={20} />
      <PortraitOf wearer={notification.wearer} size="word" />
      <span className={styles['text']} data-acknowledged={acknowledged}>
        <b>
          <IncidentText incident={incident} />
        </b>
        <span>
          <Who wearer={notification.wearer} name={placeName(notification)} /> · <Age at={lastAt} />
        </span>
      </span>
    </Link>
  )
}

/** The first of what is open; the rest stands on the page that it leads to. */
export function BellList({ button }: OpenedProps) {
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  const first = useAtomValue(incidentsAtom).slice(0, POPOVER_ITEMS)
  const { target, opened, list } = useOpenAtOnce()
  if (!user) return null
  const to = notificationsOf(user.role)
  return (
    <Popover
      opened={opened}
      onChange={list.set}
      position="bottom-end"
      shadow="lg"
      width="min(24rem, 94vw)"
      trapFocus
    >
      <Popover.Target>{button({ ref: target, onClick: list.toggle })}</Popover.Target>
      <Popover.Dropdown p="xs" aria-label={intl.formatMessage({ id: 'menu.notifications' })}>
        {first.length === 0 ? (
          <Text c="dimmed" ta="center" py="lg">
            <FormattedMessage id="bell.empty" />
          </Text>
        ) : null}
        {first.map((incident) => (
          <Item key={incident.uuid} incident={incident} to={to} onPick={list.close} />
        ))}
        <Link to={to} className={styles['all']} onClick={list.close}>
          <FormattedMessage id="bell.all" />
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
