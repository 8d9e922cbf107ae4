import type { Answering, Shift } from '@carewatch/contracts/http/alarm-figures'
import { FormattedMessage, FormattedNumber, type IntlShape, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { roughDuration } from '../../ui/figures/duration.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import type { Column } from '../../ui/list/column.ts'
import type { Figures } from './figures.ts'
import styles from './FigureTable.module.css'
import { FigureTable } from './FigureTable.tsx'
import { shareInTime, shareOfFalse } from './share.ts'

type Row = Figures['shifts'][number]

const HOURS: Record<Shift, string> = { DAY: '07–15', EVENING: '15–23', NIGHT: '23–07' }

function Branch({ branch }: Pick<Row, 'branch'>) {
  if (!branch) return <FormattedMessage id="alarmFigures.noBranch" />
  return (
    <LinkText to="/admin/branch/$uuid" params={{ uuid: branch.uuid }} className="tap">
      <bdi>{branch.name}</bdi>
    </LinkText>
  )
}

/** On the screen as people say it, in the file in seconds, which can be reckoned with. */
const time = (
  intl: IntlShape,
  title: MessageId,
  secondsOf: (row: Answering) => number | null,
): Column<Row> => ({
  id: title,
  title,
  text: (row) => secondsOf(row),
  show: (row) => {
    const seconds = secondsOf(row)
    return seconds === null ? '—' : <bdi>{roughDuration(intl, seconds)}</bdi>
  },
})

/** Half of them and nine of ten, in one column. */
const both = (
  intl: IntlShape,
  title: MessageId,
  secondsOf: (row: Answering) => Answering['notified'],
): Column<Row> => ({
  id: title,
  title,
  text: (row) => {
    const { median, p90 } = secondsOf(row) ?? {}
    return median === null || median === undefined ? null : `${median} / ${p90}`
  },
  show: (row) => {
    const { median = null, p90 = null } = secondsOf(row) ?? {}
    if (median === null || p90 === null) return '—'
    return (
      <>
        <bdi>{roughDuration(intl, median)}</bdi> / <bdi>{roughDuration(intl, p90)}</bdi>
      </>
    )
  },
})

const columnsIn = (intl: IntlShape): readonly Column<Row>[] => [
  {
    id: 'branch',
    title: 'devices.branch',
    text: ({ branch }) => branch?.name,
    show: (row) => <Branch {...row} />,
  },
  {
    id: 'shift',
    title: 'alarmFigures.shift',
    text: ({ shift }) => intl.formatMessage({ id: `shift.${shift}` }, { hours: HOURS[shift] }),
    show: ({ shift }) => (
      <span className={styles['whole']}>
        <FormattedMessage id={`shift.${shift}`} values={{ hours: <Ltr key="hours">{HOURS[shift]}</Ltr> }} />
      </span>
    ),
  },
  {
    id: 'alarms',
    title: 'alarmFigures.alarms',
    text: ({ alarms }) => alarms,
    show: ({ alarms }) => <FormattedNumber value={alarms} />,
  },
  both(intl, 'alarmFigures.told', ({ notified }) => notified),
  both(intl, 'alarmFigures.seen', ({ seen }) => seen),
  {
    id: 'inTime',
    title: 'alarmFigures.inTime',
    text: (row) => shareInTime(row),
    show: (row) => {
      const share = shareInTime(row)
      return share === null ? (
        '—'
      ) : (
        <FormattedNumber value={share} style="percent" maximumFractionDigits={1} />
      )
    },
  },
  both(intl, 'alarmFigures.bedside', ({ bedside }) => bedside),
  time(intl, 'alarmFigures.acknowledgeMedian', ({ acknowledge }) => acknowledge.median),
  time(intl, 'alarmFigures.acknowledgeP90', ({ acknowledge }) => acknowledge.p90),
  time(intl, 'alarmFigures.resolveMedian', ({ resolve }) => resolve.median),
  time(intl, 'alarmFigures.resolveP90', ({ resolve }) => resolve.p90),
  {
    id: 'false',
    title: 'alarmFigures.falseShare',
    text: (row) => shareOfFalse(row),
    show: (row) => {
      const share = shareOfFalse(row)
      return share === null ? '—' : <FormattedNumber value={share} style="percent" />
    },
  },
]

/** How fast each branch answers, by day, in the evening and at night. */
export function ShiftsSection({ shifts }: Pick<Figures, 'shifts'>) {
  const intl = useIntl()
  if (shifts.length === 0) return null
  return (
    <FigureTable
      title="alarmFigures.byShift"
      name="alarm-figures"
      rows={shifts}
      columns={columnsIn(intl)}
      keyOf={({ branch, shift }) => `${branch?.uuid} ${shift}`}
    />
  )
}
