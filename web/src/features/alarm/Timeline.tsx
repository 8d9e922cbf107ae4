import type { Alarm } from '@carewatch/contracts/alarms'
import type { IncidentDetail, IncidentEntry } from '@carewatch/contracts/http/incidents'
import { Text, Title } from '@mantine/core'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { DeliveryOutcome } from '../../ui/alarms/DeliveryOutcome.tsx'
import { Receipts } from '../../ui/alarms/Receipts.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { leftOf } from './left-of.ts'
import styles from './Timeline.module.css'

type Entry<Type extends IncidentEntry['type']> = { entry: Extract<IncidentEntry, { type: Type }> }

function Value({ entry: { step, value } }: Entry<'step'>) {
  if (value === null) return null
  if (step === 'SNOOZED') return <FormattedMessage id="alarms.minutes" values={{ n: value }} />
  return <FormattedNumber value={value} maximumFractionDigits={1} />
}

function Step({ entry, incident }: Entry<'step'> & { incident: IncidentDetail }) {
  const { step, user, via, severity, note, room } = entry
  const nobody = step === 'CANCELLED' ? 'alarms.wearer' : 'alarms.system'
  const left = leftOf(entry, incident)
  const who = <bdi key="who">{user ?? <FormattedMessage id={nobody} />}</bdi>
  return (
    <>
      <span>
        {room ? (
          <FormattedMessage id="alarms.bedsideByTag" values={{ who, room: <bdi key="room">{room}</bdi> }} />
        ) : (
          <FormattedMessage id={`alarms.step.${step}`} values={{ who }} />
        )}
        {via ? (
          <>
            {' · '}
            <FormattedMessage id={`alarms.channel.${via}`} />
          </>
        ) : null}
      </span>
      {severity && entry.alarms.length === 1 && step !== 'COMMENTED' ? (
        <SeverityMark severity={severity} />
      ) : null}
      {left ? <FormattedMessage id="alarms.outageLeft" values={left} /> : null}
      {entry.alarms.length === 1 && !left ? <Value entry={entry} /> : null}
      {note ? (
        <span className={styles['note']}>
          <bdi>{note}</bdi>
        </span>
      ) : null}
    </>
  )
}

const Message = ({ entry }: Entry<'message'>) => (
  <>
    <bdi>{entry.user ?? '—'}</bdi>
    <span>
      <DeliveryOutcome delivery={entry} />
    </span>
  </>
)

const Screen = ({ entry: { user, at, seenAt } }: Entry<'screen'>) => (
  <>
    <bdi>{user ?? '—'}</bdi>
    <span>
      <FormattedMessage id="alarms.receipt.untold" /> ·{' '}
      <Receipts shownAt={at} seenAt={seenAt} answeredAt={null} />
    </span>
  </>
)

/** Which of several alarms it is of. */
function Of({ uuids, alarms }: { uuids: readonly string[]; alarms: readonly Alarm[] }) {
  if (alarms.length === 1 || uuids.length === alarms.length) return null
  return alarms
    .filter(({ uuid }) => uuids.includes(uuid))
    .map(({ uuid, kind }) => (
      <span key={uuid} className={styles['of']}>
        <FormattedMessage id={`alarmKind.${kind}`} />
      </span>
    ))
}

const keyOf = (entry: IncidentEntry): string =>
  [
    entry.at.getTime(),
    entry.type,
    entry.user,
    ...entry.alarms,
    ...('channel' in entry ? [entry.channel, entry.round, entry.step] : 'step' in entry ? [entry.step] : []),
  ].join(' ')

/** Everything that happened, was done and was told, in the order in which it was, to the second. */
export function Timeline({ incident }: { incident: IncidentDetail }) {
  const { alarms, timeline } = incident
  return (
    <section>
      <Title order={3} fz="md">
        <FormattedMessage id="alarms.history" />
      </Title>
      <ol className={styles['list']} data-testid="timeline">
        {timeline.map((entry) => (
          <li key={keyOf(entry)} data-type={entry.type}>
            <span className={styles['when']}>
              <Moment at={entry.at} seconds />
            </span>
            <div className={styles['what']}>
              <Of uuids={entry.alarms} alarms={alarms} />
              {entry.type === 'step' ? <Step entry={entry} incident={incident} /> : null}
              {entry.type === 'message' ? <Message entry={entry} /> : null}
              {entry.type === 'screen' ? <Screen entry={entry} /> : null}
            </div>
          </li>
        ))}
      </ol>
      {timeline.some(({ type }) => type === 'message') ? null : (
        <Text c="dimmed">
          <FormattedMessage id="alarms.nobodyNotified" />
        </Text>
      )}
    </section>
  )
}
