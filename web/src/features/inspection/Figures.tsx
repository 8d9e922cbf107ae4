import { type CaseFigure } from '@carewatch/contracts/figures'
import { IN_TIME_TARGET, type Answering } from '@carewatch/contracts/http/alarm-figures'
import type { MonthlyPack } from '@carewatch/contracts/http/monthly-packs'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { PaperTable, numbered } from '../../ui/paper/PaperTable.tsx'
import styles from '../../ui/paper/Paper.module.css'
import { Fact } from '../../ui/paper/Seal.tsx'
import { Lasting, type Of } from './parts.tsx'

const Share = ({ value }: { value: number }) => (
  <FormattedNumber value={value} style="percent" maximumFractionDigits={1} />
)

type Until = { title: MessageId; figure: CaseFigure; of: Answering['notified'] }

const untils = ({ notified, seen, acknowledge, bedside, resolve }: Answering): Until[] => [
  { title: 'alarmFigures.untilTold', figure: 'notified', of: notified },
  { title: 'alarmFigures.untilSeen', figure: 'seen', of: seen },
  { title: 'alarmFigures.toAcknowledge', figure: 'acknowledged', of: acknowledge },
  { title: 'alarmFigures.untilBedside', figure: 'bedside', of: bedside },
  { title: 'alarmFigures.toResolve', figure: 'resolved', of: resolve },
]

/** The share that was answered in time, beside what telecare asks for. */
function InTime({ answering: { alarms, inTime = 0 } }: { answering: Answering }) {
  if (alarms === 0) return <FormattedMessage id="pack.noAlarms" />
  return (
    <FormattedMessage
      id="pack.inTime"
      values={{
        share: <Share key="share" value={inTime / alarms} />,
        target: <Share key="target" value={IN_TIME_TARGET} />,
        n: inTime,
        all: alarms,
      }}
    />
  )
}

export const HowSoon = ({ pack: { answering } }: Of) => (
  <>
    <PaperTable
      title="pack.answering"
      columns={['pack.figure', 'pack.half', 'pack.ninety', 'alarmFigures.alarms']}
      rows={untils(answering).map(({ title, figure, of }) => ({
        key: title,
        cells: [
          <FormattedMessage key="title" id={title} />,
          <Lasting key="half" seconds={of?.median ?? null} />,
          <Lasting key="ninety" seconds={of?.p90 ?? null} />,
          <FormattedNumber key="n" value={answering.cases?.[figure] ?? 0} />,
        ],
      }))}
    />
    <p data-testid="in-time">
      <b>
        <InTime answering={answering} />
      </b>
    </p>
    <p>
      <FormattedMessage id="pack.answeredWhy" />
    </p>
  </>
)

const HOURS = { DAY: '07–15', EVENING: '15–23', NIGHT: '23–07' } as const

export const Shifts = ({ pack: { shifts } }: Of) =>
  shifts.length > 0 ? (
    <PaperTable
      title="pack.byShift"
      columns={[
        'alarmFigures.shift',
        'alarmFigures.alarms',
        'pack.inTimeShort',
        'alarmFigures.acknowledgeMedian',
        'alarmFigures.acknowledgeP90',
        'alarmFigures.untilBedside',
      ]}
      rows={shifts.map(({ shift, alarms, inTime = 0, acknowledge, bedside }) => ({
        key: shift,
        cells: [
          <span key="shift" className={styles['whole']}>
            <FormattedMessage
              id={`shift.${shift}`}
              values={{ hours: <Ltr key="hours">{HOURS[shift]}</Ltr> }}
            />
          </span>,
          <FormattedNumber key="alarms" value={alarms} />,
          alarms > 0 && <Share key="share" value={inTime / alarms} />,
          <Lasting key="half" seconds={acknowledge.median} />,
          <Lasting key="ninety" seconds={acknowledge.p90} />,
          <Lasting key="bedside" seconds={bedside?.median ?? null} />,
        ],
      }))}
    />
  ) : null

type Ended = MonthlyPack['kinds'][number]['causes'][number]

const CauseCount = ({ cause, n }: Ended) => (
  <FormattedMessage
    id="pack.causeCount"
    values={{
      cause: <FormattedMessage key="cause" id={cause ? `cause.${cause}` : 'pack.noCause'} />,
      n,
    }}
  />
)

export const Kinds = ({ pack: { kinds } }: Of) => (
  <PaperTable
    title="pack.kinds"
    columns={[
      'file.what',
      'alarms.severity',
      'alarmFigures.alarms',
      'pack.answered',
      'pack.stillOpen',
      'pack.ended',
    ]}
    rows={numbered(kinds, ({ kind, severity, alarms, answered, open, causes }) => [
      <FormattedMessage key="kind" id={`alarmKind.${kind}`} />,
      <FormattedMessage key="severity" id={`severity.${severity}`} />,
      <FormattedNumber key="alarms" value={alarms} />,
      <FormattedNumber key="answered" value={answered} />,
      <FormattedNumber key="open" value={open} />,
      causes.length > 0 && (
        <ul key="causes" className={styles['lines']}>
          {causes.map(({ cause, n }) => (
            <li key={cause}>
              <CauseCount cause={cause} n={n} />
            </li>
          ))}
        </ul>
      ),
    ])}
  />
)

export const None = ({ pack: { answering, tests, rehearsals, looks, erased } }: Of) => (
  <dl className={styles['facts']}>
    <Fact id="alarmFigures.false">
      <FormattedMessage
        id="alarmFigures.ofClosed"
        values={{ n: answering.falseAlarms, closed: answering.closed }}
      />
      {answering.closed > 0 ? (
        <>
          {' · '}
          <Share value={answering.falseAlarms / answering.closed} />
        </>
      ) : null}
    </Fact>
    <Fact id="pack.tests">
      <FormattedMessage id="pack.testsOf" values={{ tests, rehearsals }} />
    </Fact>
    <Fact id="pack.looks">
      <FormattedMessage id="pack.looksOf" values={looks} />
    </Fact>
    <Fact id="pack.erased">
      <FormattedNumber value={erased} />
    </Fact>
  </dl>
)
