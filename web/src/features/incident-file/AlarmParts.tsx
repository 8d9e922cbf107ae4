import type { IncidentFile } from '@carewatch/contracts/http/incident-files'
import type { IncidentEntry } from '@carewatch/contracts/http/incidents'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { AlarmText } from '../../ui/alarms/AlarmText.tsx'
import { DeliveryOutcome } from '../../ui/alarms/DeliveryOutcome.tsx'
import { Receipts } from '../../ui/alarms/Receipts.tsx'
import { Measured } from '../../ui/figures/Measured.tsx'
import { PaperTable, numbered } from '../../ui/paper/PaperTable.tsx'
import { When } from '../../ui/paper/When.tsx'

type Of = { file: IncidentFile }
type Entry<Type extends IncidentEntry['type']> = Extract<IncidentEntry, { type: Type }>

const isOf =
  <Type extends IncidentEntry['type']>(type: Type) =>
  (entry: IncidentEntry): entry is Entry<Type> =>
    entry.type === type

const Named = ({ name }: { name: string | null }) => <bdi>{name ?? '—'}</bdi>

/** Each alarm with whose it is where the sheet is about no one person, what was measured, what that was beyond, who took it and how it ended. */
export const Alarms = ({ file: { incident, person } }: Of) => (
  <PaperTable
    title="file.alarms"
    columns={[
      'file.row',
      'file.when',
      'file.what',
      ...(person ? [] : ['report.person' as const]),
      'alarms.severity',
      'file.value',
      'file.limit',
      'alarms.takenBy',
      'alarms.closedAt',
    ]}
    rows={incident.alarms.map((alarm, at) => ({
      key: alarm.uuid,
      cells: [
        <FormattedNumber key="row" value={at + 1} />,
        <When key="at" at={alarm.openedAt} />,
        <AlarmText key="text" alarm={alarm} />,
        ...(person ? [] : [<Named key="whose" name={alarm.wearer?.name ?? null} />]),
        <FormattedMessage key="severity" id={`severity.${alarm.severity}`} />,
        alarm.metric && <Measured key="value" name={alarm.metric} value={alarm.value} />,
        alarm.metric && <Measured key="limit" name={alarm.metric} value={alarm.beyond} />,
        alarm.acknowledgedAt && (
          <span key="taken">
            <Named name={alarm.acknowledgedBy} /> · <When at={alarm.acknowledgedAt} />
          </span>
        ),
        alarm.closedAt ? (
          <span key="closed">
            <When at={alarm.closedAt} />
            {alarm.closedBy ? (
              <>
                {' · '}
                <Named name={alarm.closedBy} />
              </>
            ) : null}
            {alarm.cause ? (
              <>
                {' · '}
                <FormattedMessage id={`cause.${alarm.cause}`} />
              </>
            ) : null}
          </span>
        ) : (
          <FormattedMessage key="open" id="file.open" />
        ),
      ],
    }))}
  />
)

/** Who was to be told, when, by what, and what came of it. */
export const Messages = ({ file: { incident } }: Of) => (
  <PaperTable
    title="file.messages"
    empty="alarms.nobodyNotified"
    columns={['file.when', 'file.who', 'file.outcome']}
    rows={numbered(incident.timeline.filter(isOf('message')), (message) => [
      <When key="at" at={message.at} />,
      <Named key="who" name={message.user} />,
      <DeliveryOutcome key="outcome" delivery={message} />,
    ])}
  />
)

/** Whose own screen showed it before any message. */
export function Screens({ file: { incident } }: Of) {
  const screens = incident.timeline.filter(isOf('screen'))
  if (screens.length === 0) return null
  return (
    <PaperTable
      title="file.screens"
      columns={['file.when', 'file.who', 'file.outcome']}
      rows={numbered(screens, ({ at, user, seenAt }) => [
        <When key="at" at={at} />,
        <Named key="who" name={user} />,
        <Receipts key="seen" shownAt={at} seenAt={seenAt} answeredAt={null} />,
      ])}
    />
  )
}

function Step({ entry: { step, user, via, room } }: { entry: Entry<'step'> }) {
  const nobody = step === 'CANCELLED' ? 'alarms.wearer' : 'alarms.system'
  const who = <bdi key="who">{user ?? <FormattedMessage id={nobody} />}</bdi>
  return (
    <>
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
    </>
  )
}

/** What was done, who came, and what was written down. */
export const Steps = ({ file: { incident } }: Of) => (
  <PaperTable
    title="file.done"
    columns={['file.when', 'file.what', 'alarms.note']}
    rows={numbered(incident.timeline.filter(isOf('step')), (entry) => [
      <When key="at" at={entry.at} />,
      <Step key="step" entry={entry} />,
      entry.note && <bdi key="note">{entry.note}</bdi>,
    ])}
  />
)

export const Tasks = ({ file: { tasks } }: Of) =>
  tasks ? (
    <PaperTable
      title="file.tasks"
      columns={['file.when', 'file.what', 'tasks.status', 'file.who', 'file.outcome']}
      rows={tasks.map((task) => ({
        key: task.uuid,
        cells: [
          <When key="at" at={task.createdAt} />,
          task.alertType && task.createdBy === 'SYSTEM' ? (
            <FormattedMessage key="what" id={`alarmKind.${task.alertType}`} />
          ) : (
            <bdi key="what">{task.title}</bdi>
          ),
          <FormattedMessage key="status" id={`taskStatus.${task.status}`} />,
          <Named key="who" name={task.assigneeName} />,
          <Named key="outcome" name={task.outcome ?? task.reason} />,
        ],
      }))}
    />
  ) : null

export const Viewings = ({ file: { viewings } }: Of) =>
  viewings ? (
    <>
      <PaperTable
        title="file.viewings"
        columns={['file.when', 'file.who', 'file.role', 'file.what']}
        rows={numbered(viewings, ({ at, name, role, action }) => [
          <When key="at" at={at} />,
          <Named key="who" name={name} />,
          role && <FormattedMessage key="role" id={`role.${role}`} />,
          <FormattedMessage key="what" id={`audit.action.${action}`} />,
        ])}
      />
      <p>
        <FormattedMessage id="file.viewingsNote" />
      </p>
    </>
  ) : null
