import { type Incident, incidentsOf } from '@carewatch/contracts/incidents'
import { Button, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { IncidentText } from '../../ui/alarms/IncidentText.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { Open } from './load.ts'
import styles from './Wearers.module.css'

type Alarm = Open['alarms'][number] & { createdAt: Date }

function AlarmLine({ incident }: { incident: Incident<Alarm> }) {
  const { first: alarm } = incident
  return (
    <li>
      <div className={styles['line']}>
        <b>
          <IncidentText incident={incident} />
        </b>
        <span className={styles['quiet']}>
          <Moment at={alarm.openedAt} />
        </span>
      </div>
      <SeverityMark severity={alarm.severity} />
      <Button variant="default" onClick={() => openDialog('alarm', { uuid: alarm.uuid })}>
        <FormattedMessage id="devices.open" />
      </Button>
    </li>
  )
}

function TaskLine({ task }: { task: Open['tasks'][number] }) {
  const { uuid, alertType, title, status, assigneeName, createdAt } = task
  return (
    <li>
      <div className={styles['line']}>
        <b>{alertType ? <FormattedMessage id={`alarmKind.${alertType}`} /> : <bdi>{title}</bdi>}</b>
        <span className={styles['quiet']}>
          <Moment at={createdAt} />
          {/* Elements, not texts side by side, which would stand without a gap. */}
          <bdi>{assigneeName ?? <FormattedMessage id="tasks.unassigned" />}</bdi>
          <span>
            <FormattedMessage id={`taskStatus.${status}`} />
          </span>
        </span>
      </div>
      <Button variant="default" onClick={() => openDialog('taskDetails', { uuid })}>
        <FormattedMessage id="devices.open" />
      </Button>
    </li>
  )
}

/** What somebody has to see to now. */
export function OpenSection({ open: { alarms, tasks } }: { open: Open }) {
  const incidents = incidentsOf(alarms.map((alarm) => ({ ...alarm, createdAt: alarm.openedAt })))
  return (
    <Section title="wearer.open">
      {alarms.length + tasks.length === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="wearer.nothingOpen" />
        </Text>
      ) : null}
      <ul className={styles['lines']}>
        {incidents.map((incident) => (
          <AlarmLine key={incident.uuid} incident={incident} />
        ))}
        {tasks.map((task) => (
          <TaskLine key={task.uuid} task={task} />
        ))}
      </ul>
    </Section>
  )
}
