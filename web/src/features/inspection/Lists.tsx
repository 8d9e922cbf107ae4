import { ChainFamily } from '@carewatch/contracts/escalation'
import type { MonthlyPack } from '@carewatch/contracts/http/monthly-packs'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { AlarmText } from '../../ui/alarms/AlarmText.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { PaperTable, numbered } from '../../ui/paper/PaperTable.tsx'
import { When } from '../../ui/paper/When.tsx'
import { Cut, Lasting, type Of, Whose } from './parts.tsx'

type Call = MonthlyPack['calls'][number]
type Alarm = MonthlyPack['unanswered'][number]

const By = ({ name }: { name: string | null }) =>
  name === null ? null : (
    <>
      {' · '}
      <bdi>{name}</bdi>
    </>
  )

function unansweredAs({ takenBack, answeredByRelative }: Call): MessageId {
  if (takenBack) return 'pack.takenBack'
  return answeredByRelative ? 'pack.byRelative' : 'pack.nobody'
}

function Answered({ call }: { call: Call }) {
  const { answered, answeredBy } = call
  if (answered !== null)
    return (
      <>
        <Lasting seconds={answered} />
        <By name={answeredBy} />
      </>
    )
  return (
    <b>
      <FormattedMessage id={unansweredAs(call)} />
    </b>
  )
}

function Bedside({ call: { bedside, bedsideBy } }: { call: Call }) {
  return bedside === null ? (
    <FormattedMessage id="pack.notKnown" />
  ) : (
    <>
      <Lasting seconds={bedside} />
      <By name={bedsideBy} />
    </>
  )
}

function Ended({ alarm: { closedAt, cause } }: { alarm: Pick<Alarm, 'closedAt' | 'cause'> }) {
  if (closedAt === null) return <FormattedMessage id="file.open" />
  return cause ? <FormattedMessage id={`cause.${cause}`} /> : <FormattedMessage id="pack.noCause" />
}

/** How it ended, what was to be done, and by which number its file is found. */
const Outcome = ({ call }: { call: Call }) => (
  <>
    <Ended alarm={call} />
    {call.tasks.all > 0 ? (
      <>
        {' · '}
        <FormattedMessage id="pack.tasksDone" values={call.tasks} />
      </>
    ) : null}
    {call.file === null ? null : (
      <>
        {' · '}
        <FormattedMessage id="pack.file" values={{ number: <Ltr key="number">{call.file}</Ltr> }} />
      </>
    )}
  </>
)

export const Calls = ({ pack }: Of) => (
  <>
    <PaperTable
      title="pack.calls"
      columns={[
        'file.row',
        'file.when',
        'file.what',
        'report.person',
        'pack.told',
        'pack.answeredAfter',
        'pack.bedsideAfter',
        'file.outcome',
      ]}
      rows={pack.calls.map((call, at) => ({
        key: call.uuid,
        cells: [
          <FormattedNumber key="row" value={at + 1} />,
          <When key="at" at={call.openedAt} />,
          <AlarmText key="what" alarm={call} />,
          <Whose key="whose" person={call.person} place={call.place} />,
          <Lasting key="told" seconds={call.notified} />,
          <Answered key="answered" call={call} />,
          <Bedside key="bedside" call={call} />,
          <Outcome key="outcome" call={call} />,
        ],
      }))}
    />
    <Cut pack={pack} part="calls" />
  </>
)

const alarmRows = (alarms: readonly Alarm[]) =>
  alarms.map((alarm) => ({
    key: alarm.uuid,
    cells: [
      <When key="at" at={alarm.openedAt} />,
      <AlarmText key="what" alarm={alarm} />,
      <FormattedMessage key="severity" id={`severity.${alarm.severity}`} />,
      <Whose key="whose" person={alarm.person} place={alarm.place} />,
      <Ended key="ended" alarm={alarm} />,
    ],
  }))

const ALARM_COLUMNS = ['file.when', 'file.what', 'alarms.severity', 'report.person', 'pack.ended'] as const

export const Unanswered = ({ pack }: Of) => (
  <>
    <PaperTable title="pack.unanswered" columns={ALARM_COLUMNS} rows={alarmRows(pack.unanswered)} />
    <Cut pack={pack} part="unanswered" />
  </>
)

export const Unreached = ({ pack }: Of) => (
  <>
    <PaperTable title="pack.unreached" columns={ALARM_COLUMNS} rows={alarmRows(pack.unreached)} />
    {pack.unreached.length > 0 && (
      <p>
        <FormattedMessage id="pack.unreachedWhy" />
      </p>
    )}
    <Cut pack={pack} part="unreached" />
  </>
)

const secondsOf = (from: Date, to: Date | null): number | null =>
  to === null ? null : (to.getTime() - from.getTime()) / 1_000

export const Silences = ({ pack }: Of) => (
  <>
    <PaperTable
      title="pack.silences"
      columns={['file.what', 'report.person', 'pack.found', 'file.to', 'pack.lasted']}
      rows={pack.silences.map(({ uuid, kind, watches, from, to, person, place }) => ({
        key: uuid,
        cells: [
          <span key="what">
            <FormattedMessage id={`alarmKind.${kind}`} />
            {watches === null ? null : (
              <>
                {': '}
                <FormattedMessage id="pack.watchesSilent" values={{ n: watches }} />
              </>
            )}
          </span>,
          <Whose key="whose" person={person} place={place} />,
          <When key="from" at={from} />,
          to ? <When key="to" at={to} /> : <FormattedMessage key="to" id="pack.goesOn" />,
          <Lasting key="lasted" seconds={secondsOf(from, to)} />,
        ],
      }))}
    />
    <Cut pack={pack} part="silences" />
  </>
)

function Field({ field }: { field: string }) {
  const { data } = ChainFamily.safeParse(field.replace('escalation.', ''))
  if (!data) return <FormattedMessage id={field === 'routine' ? 'routine.title' : 'settings.limits'} />
  const family = <FormattedMessage key="family" id={`escalation.family.${data}`} />
  return <FormattedMessage id="pack.chain" values={{ family }} />
}

export const Changes = ({ pack }: Of) => (
  <>
    <PaperTable
      title="pack.changes"
      columns={['file.when', 'file.who', 'pack.of', 'file.what']}
      rows={numbered(pack.changes, ({ at, by, of, person, fields }) => [
        <When key="at" at={at} />,
        <bdi key="by">{by ?? <FormattedMessage id="alarms.system" />}</bdi>,
        <span key="of">
          <FormattedMessage id={`pack.of.${of}`} />
          {person ? (
            <>
              {' · '}
              <Whose person={person} />
            </>
          ) : null}
        </span>,
        <span key="fields">
          {fields.map((field, index) => (
            <span key={field}>
              {index > 0 ? ' · ' : null}
              <Field field={field} />
            </span>
          ))}
        </span>,
      ])}
    />
    <Cut pack={pack} part="changes" />
  </>
)
