import type { ShiftSheet } from '@carewatch/contracts/http/shift-sheet'
import { FormattedMessage } from 'react-intl'
import { AlarmText } from '../../ui/alarms/AlarmText.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'

type Person = ShiftSheet['people'][number]
type Alarm = Person['devices'][number]
type Task = Person['tasks'][number]

const PutOff = ({ until }: { until: Date | null }) =>
  until ? (
    <>
      {' · '}
      <FormattedMessage id="alarms.snoozedUntil" /> <Moment at={until} />
    </>
  ) : null

const Closed = ({ at }: { at: Date }) => (
  <>
    <FormattedMessage id="alarms.closedAt" /> <Moment at={at} />
  </>
)

const Began = ({ alarm }: { alarm: Alarm }) => (
  <>
    <Moment at={alarm.openedAt} /> · <AlarmText alarm={alarm} />
    <PutOff until={alarm.snoozedUntil} />
  </>
)

/** What is open, and what is over. */
export const AlarmLine = ({ alarm }: { alarm: Alarm }) => (
  <>
    <Began alarm={alarm} />
    {alarm.closedAt ? (
      <>
        {' · '}
        <Closed at={alarm.closedAt} />
      </>
    ) : null}
  </>
)

/** What happened, when, who came and what it was. */
export function IncidentLine({ incident }: { incident: Person['incidents'][number] }) {
  const { closedAt, cause, takenBy, came, alarms } = incident
  return (
    <>
      <Began alarm={incident} />
      {alarms > 1 ? (
        <>
          {' '}
          <FormattedMessage id="sheet.alarms" values={{ n: alarms }} />
        </>
      ) : null}
      {' · '}
      {came ? (
        <>
          <FormattedMessage id="alarms.step.AT_BEDSIDE" values={{ who: <bdi key="who">{came.name}</bdi> }} />{' '}
          <Moment at={came.at} />
        </>
      ) : takenBy ? (
        <FormattedMessage id="alarms.step.ACKNOWLEDGED" values={{ who: <bdi key="who">{takenBy}</bdi> }} />
      ) : (
        <b>
          <FormattedMessage id="alarms.nobodyYet" />
        </b>
      )}
      {' · '}
      {closedAt ? (
        <>
          <Closed at={closedAt} />
          {cause ? (
            <>
              {': '}
              <FormattedMessage id={`cause.${cause}`} />
            </>
          ) : null}
        </>
      ) : (
        <b>
          <FormattedMessage id="file.open" />
        </b>
      )}
    </>
  )
}

export const TaskLine = ({
  task: { kind, title, status, dueAt, deferredUntil, assignee, reason },
}: {
  task: Task
}) => (
  <>
    {kind ? <FormattedMessage id={`alarmKind.${kind}`} /> : <bdi>{title}</bdi>} ·{' '}
    <FormattedMessage id={`taskStatus.${status}`} />
    {' · '}
    {deferredUntil ? (
      <>
        <FormattedMessage id="file.to" /> <Moment at={deferredUntil} />
      </>
    ) : (
      <FormattedMessage id="sheet.due" values={{ at: <Moment key="at" at={dueAt} /> }} />
    )}
    {[assignee, reason].map((text) =>
      text ? (
        <span key={text}>
          {' · '}
          <bdi>{text}</bdi>
        </span>
      ) : null,
    )}
  </>
)
