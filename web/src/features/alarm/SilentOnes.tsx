import { Stack, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { placeName } from '../../ui/people/place-name.ts'
import { Who } from '../../ui/people/Who.tsx'
import styles from './AlarmFacts.module.css'
import type { Shown, ShownIncident } from './state.ts'

function Name({ alarm }: { alarm: Shown }) {
  const name = <Who wearer={alarm.wearer} name={placeName(alarm)} />
  if (!alarm.wearer) return <b>{name}</b>
  return (
    <LinkText to="/people/$uuid" params={{ uuid: alarm.wearer.uuid }} search={{ view: 'vitals' }}>
      {name}
    </LinkText>
  )
}

/** Of an outage: whose watches are silent, and who of them is back; beyond those that are named, how many. */
export function SilentOnes({ alarms: [outage, ...silent] }: { alarms: ShownIncident }) {
  if (outage.kind !== 'OUTAGE') return null
  const unnamed = (outage.value ?? 0) - silent.length
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        <FormattedMessage id="alarmKind.OFFLINE" />
      </Title>
      <ul className={styles['each']} data-testid="silent-ones">
        {silent.map((alarm) => (
          <li key={alarm.uuid}>
            <Name alarm={alarm} />
            <Moment at={'openedAt' in alarm ? alarm.openedAt : alarm.createdAt} />
            {alarm.active ? null : <FormattedMessage id="notifications.over" />}
          </li>
        ))}
        {unnamed > 0 ? (
          <li>
            <FormattedMessage id="message.more" values={{ count: unnamed }} />
          </li>
        ) : null}
      </ul>
    </Stack>
  )
}
