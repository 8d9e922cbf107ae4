import type { IncidentDetail } from '@carewatch/contracts/http/incidents'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { AlarmText } from '../../ui/alarms/AlarmText.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { FenceName } from '../../ui/devices/FenceName.tsx'
import { type Fact, Facts } from '../../ui/page/Facts.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { placeName } from '../../ui/people/place-name.ts'
import { SeverityIcon, SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import styles from './AlarmFacts.module.css'
import { NextStep } from './NextStep.tsx'
import type { Shown, ShownIncident } from './state.ts'
import { Who } from '../../ui/people/Who.tsx'
import { PersonFact } from '../../ui/people/PersonFact.tsx'

/** Leads to the vitals of whom it is about: by the watch it might be another's by now. */
function Where({ alarm }: { alarm: Shown }) {
  const { wearer, deviceUuid } = alarm
  // What is no longer as usual shows over weeks alone.
  const span = alarm.kind === 'CHANGED' ? '30d' : undefined
  if (wearer)
    return (
      <LinkText to="/people/$uuid" params={{ uuid: wearer.uuid }} search={{ view: 'vitals', span }}>
        <PersonFact wearer={wearer} />
      </LinkText>
    )
  const name = <Who wearer={wearer} name={placeName(alarm)} />
  if (!deviceUuid) return name
  return (
    <LinkText to="/user/monitoring" search={{ device: deviceUuid }}>
      {name}
    </LinkText>
  )
}

const endFacts = (alarm: Shown): Fact[] =>
  'closedAt' in alarm && alarm.closedAt
    ? [
        { label: 'alarms.closedAt', value: <Moment at={alarm.closedAt} /> },
        { label: 'alarms.closedBy', value: alarm.closedBy ? <bdi>{alarm.closedBy}</bdi> : null },
        {
          label: 'alarms.cause',
          value: alarm.cause ? <FormattedMessage id={`cause.${alarm.cause}`} /> : null,
        },
      ]
    : []

type Fence = IncidentDetail['fence'] | undefined

const fenceFacts = (fence: Fence): Fact[] =>
  fence ? [{ label: 'alarms.fence', value: <FenceName fence={fence} /> }] : []

/** Each alarm of several: what it is, how grave, since when, and whether somebody is at it. */
function Each({ alarms }: { alarms: ShownIncident }) {
  return (
    <ul className={styles['each']} data-testid="incident-alarms">
      {alarms.map((alarm) => (
        <li key={alarm.uuid} data-acknowledged={alarm.acknowledged}>
          <SeverityIcon severity={alarm.severity} size={24} />
          <b>
            <AlarmText alarm={alarm} />
          </b>
          <Moment at={'openedAt' in alarm ? alarm.openedAt : alarm.createdAt} seconds />
          {alarm.acknowledged ? (
            <FormattedMessage
              id="notifications.acknowledgedBy"
              values={{ name: <bdi key="by">{alarm.acknowledgedBy ?? '—'}</bdi> }}
            />
          ) : (
            <FormattedMessage id="alarms.nobodyYet" />
          )}
        </li>
      ))}
    </ul>
  )
}

type Props = { alarms: ShownIncident; fence: Fence; nextStep: IncidentDetail['nextStep'] | undefined }

/** What happened, to whom, and how it stands. */
export function AlarmFacts({ alarms, fence, nextStep }: Props) {
  const [alarm] = alarms
  const { severity, lastAt, active, acknowledged, acknowledgedBy, snoozedUntil } = alarm
  return (
    <>
      {alarms.length > 1 && alarm.kind !== 'OUTAGE' ? (
        <Each alarms={alarms} />
      ) : (
        <Text fz="lg" fw={550}>
          <AlarmText alarm={alarm} />
        </Text>
      )}
      <Facts
        facts={[
          { label: alarm.wearer ? 'report.person' : 'alarms.where', value: <Where alarm={alarm} /> },
          ...fenceFacts(fence),
          { label: 'alarms.severity', value: <SeverityMark severity={severity} /> },
          // Of an outage that is when another fell silent, and reads as if somebody had been heard then.
          { label: 'alarms.lastAt', value: alarm.kind === 'OUTAGE' ? null : <Age at={lastAt} /> },
          {
            label: 'list.status',
            value: <FormattedMessage id={active ? 'notifications.stillOpen' : 'notifications.over'} />,
          },
          {
            label: 'alarms.takenBy',
            value: acknowledged ? (
              <bdi>{acknowledgedBy ?? '—'}</bdi>
            ) : (
              <FormattedMessage id="alarms.nobodyYet" />
            ),
          },
          ...(nextStep ? [{ label: 'alarms.nextStep', value: <NextStep {...nextStep} /> } as const] : []),
          ...(snoozedUntil
            ? [{ label: 'alarms.snoozedUntil', value: <Moment at={snoozedUntil} /> } as const]
            : []),
          ...endFacts(alarm),
        ]}
      />
    </>
  )
}
