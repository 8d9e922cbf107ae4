import { type CaseFigure, type Shift } from '@carewatch/contracts/figures'
import type { Answering } from '@carewatch/contracts/http/alarm-figures'
import type { ReactNode } from 'react'
import { FormattedMessage, FormattedNumber, type IntlShape, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { roughDuration } from '../../ui/figures/duration.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import type { Column } from '../../ui/list/column.ts'
import { CasesLink } from './CasesLink.tsx'
import { casesOf, type Figures, type Of } from './figures.ts'
import styles from './FigureTable.module.css'
import { FigureTable } from './FigureTable.tsx'
import { shareInTime, shareOfFalse } from './share.ts'

type Row = Figures['shifts'][number]

export const HOURS: Record<Shift, string> = { DAY: '07–15', EVENING: '15–23', NIGHT: '23–07' }

function Branch({ branch }: Pick<Row, 'branch'>) {
  if (!branch) return <FormattedMessage id="alarmFigures.noBranch" />
  return (
    <LinkText to="/admin/branch/$uuid" params={{ uuid: branch.uuid }} className="tap">
      <bdi>{branch.name}</bdi>
    </LinkText>
  )
}

/** Of a row the way to what one of its figures counts. */
type Way = { figure: CaseFigure; of: Of }

function Cell({ row, figure, of, children }: Way & { row: Row; children: ReactNode }) {
  const n = casesOf(row, figure)
  const search = { ...of, branch: row.branch?.uuid ?? 'none', shift: row.shift, figure }
  return (
    <CasesLink search={search} n={n}>
      {children}{' '}
      <small>
        (<FormattedNumber value={n} />)
      </small>
    </CasesLink>
  )
}

/** On the screen as people say it, in the file in seconds, which can be reckoned with. */
const time = (
  intl: IntlShape,
  { title, ...way }: Way & { title: MessageId },
  secondsOf: (row: Answering) => number | null,
): Column<Row> => ({
  id: title,
  title,
  text: (row) => secondsOf(row),
  show: (row) => {
    const seconds = secondsOf(row)
    if (seconds === null) return '—'
    return (
      <Cell row={row} {...way}>
        <bdi>{roughDuration(intl, seconds)}</bdi>
      </Cell>
    )
  },
})

/** Half of them and nine of ten, in one column. */
const both = (
  intl: IntlShape,
  { title, ...way }: Way & { title: MessageId },
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
      <Cell row={row} {...way}>
        <bdi>{roughDuration(intl, median)}</bdi> / <bdi>{roughDuration(intl, p90)}</bdi>
      </Cell>
    )
  },
})

const share = (
  { title, ...way }: Way & { title: MessageId },
  shareOf: (row: Answering) => number | null,
): Column<Row> => ({
  id: title,
  title,
  text: (row) => shareOf(row),
  show: (row) => {
    const part = shareOf(row)
    if (part === null) return '—'
    return (
      <Cell row={row} {...way}>
        <FormattedNumber value={part} style="percent" maximumFractionDigits={1} />
      </Cell>
    )
  },
})

const columnsIn = (intl: IntlShape, of: Of): readonly Column<Row>[] => [
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
    show: ({ alarms, branch, shift }) => (
      <CasesLink search={{ ...of, branch: branch?.uuid ?? 'none', shift }} n={alarms}>
        <FormattedNumber value={alarms} />
      </CasesLink>
    ),
  },
  both(intl, { title: 'alarmFigures.told', figure: 'notified', of }, ({ notified }) => notified),
  both(intl, { title: 'alarmFigures.seen', figure: 'seen', of }, ({ seen }) => seen),
  share({ title: 'alarmFigures.inTime', figure: 'inTime', of }, shareInTime),
  both(intl, { title: 'alarmFigures.bedside', figure: 'bedside', of }, ({ bedside }) => bedside),
  ...answeredAndEnded(intl, of),
  share({ title: 'alarmFigures.falseShare', figure: 'falseAlarms', of }, shareOfFalse),
]

function answeredAndEnded(intl: IntlShape, of: Of): Column<Row>[] {
  const answered = { figure: 'acknowledged', of } as const
  const ended = { figure: 'resolved', of } as const
  return [
    time(intl, { title: 'alarmFigures.acknowledgeMedian', ...answered }, (row) => row.acknowledge.median),
    time(intl, { title: 'alarmFigures.acknowledgeP90', ...answered }, (row) => row.acknowledge.p90),
    time(intl, { title: 'alarmFigures.resolveMedian', ...ended }, (row) => row.resolve.median),
    time(intl, { title: 'alarmFigures.resolveP90', ...ended }, (row) => row.resolve.p90),
  ]
}

/** How fast each branch answers, by day, in the evening and at night. */
export function ShiftsSection({ shifts, of }: Pick<Figures, 'shifts'> & { of: Of }) {
  const intl = useIntl()
  if (shifts.length === 0) return null
  return (
    <FigureTable
      title="alarmFigures.byShift"
      name="alarm-figures"
      rows={shifts}
      columns={columnsIn(intl, of)}
      keyOf={({ branch, shift }) => `${branch?.uuid} ${shift}`}
    />
  )
}
