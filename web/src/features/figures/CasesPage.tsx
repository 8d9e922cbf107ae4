import { caseFigures } from '@carewatch/contracts/figures'
import {
  type alarmFigureCases as contract,
  alarmFigureCases,
  type FigureCase,
} from '@carewatch/contracts/http/alarm-figures'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Select, Text } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { alarmText } from '../../i18n/alarm-text.ts'
import { AlarmText } from '../../ui/alarms/AlarmText.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { durationText } from '../../ui/figures/duration.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import type { Column } from '../../ui/list/column.ts'
import { List } from '../../ui/list/List.tsx'
import { turned } from '../../ui/list/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { placeName } from '../../ui/people/place-name.ts'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import { Who } from '../../ui/people/Who.tsx'
import { kindText } from './LoudSection.tsx'
import { HOURS } from './ShiftsSection.tsx'
import { askedCases, type CasesSearch } from './search.ts'

type Props = {
  answer: Reply<typeof contract>
  search: CasesSearch
  onSearch: (search: CasesSearch) => void
}

const columnsIn = (intl: IntlShape): readonly Column<FigureCase>[] => [
  {
    id: 'who',
    title: 'report.person',
    text: placeName,
    show: (row) => <Who wearer={row.wearer} name={placeName(row)} />,
  },
  {
    id: 'what',
    title: 'alertLogs.what',
    text: (row) => alarmText(intl, row),
    show: (row) => <AlarmText alarm={row} />,
  },
  {
    id: 'severity',
    title: 'alertLogs.severity',
    text: ({ severity }) => severity,
    show: ({ severity }) => <SeverityMark severity={severity} />,
  },
  {
    id: 'openedAt',
    title: 'alertLogs.when',
    text: ({ openedAt }) => openedAt.toISOString(),
    show: ({ openedAt }) => <Moment at={openedAt} seconds />,
  },
  {
    id: 'seconds',
    title: 'alarmCases.took',
    text: ({ seconds }) => seconds,
    show: ({ seconds }) => (seconds === null ? '—' : <bdi>{durationText(intl, Math.round(seconds))}</bdi>),
  },
  {
    id: 'by',
    title: 'alarmCases.by',
    text: ({ by }) => by,
    show: ({ by, seconds }) =>
      by ? <bdi>{by}</bdi> : seconds === null ? <FormattedMessage id="alarmCases.notYet" /> : '—',
  },
]

function FigureFilter({ search, onSearch }: Omit<Props, 'answer'>) {
  const intl = useIntl()
  return (
    <Select
      aria-label={intl.formatMessage({ id: 'alarmCases.figure' })}
      data={caseFigures.map((value) => ({ value, label: intl.formatMessage({ id: `caseFigure.${value}` }) }))}
      value={search.figure ?? 'alarms'}
      onChange={(value) =>
        onSearch(turned(search, { figure: caseFigures.find((figure) => figure === value) }))
      }
      allowDeselect={false}
      w="22rem"
      maw="100%"
    />
  )
}

/** Which branch, hours, person and kind of alarm the list is narrowed to. */
function Narrowed({
  search: { branch, shift, device, kind, direction = 'NONE' },
  cases: [first],
}: Pick<Props, 'search'> & { cases: readonly FigureCase[] }) {
  const intl = useIntl()
  const parts = {
    branch: branch === 'none' && <FormattedMessage id="alarmFigures.noBranch" />,
    shift: shift && (
      <FormattedMessage id={`shift.${shift}`} values={{ hours: <Ltr key="hours">{HOURS[shift]}</Ltr> }} />
    ),
    who: device && first && <bdi>{placeName(first)}</bdi>,
    kind: kind && kindText(intl, { kind, direction }),
  }
  return Object.entries(parts).map(([part, text]) =>
    text ? (
      <span key={part} data-testid={`narrowed-${part}`}>
        {' · '}
        {text}
      </span>
    ) : null,
  )
}

/** Which alarms a figure counts, each with how long it took and who it was. */
export function CasesPage({ answer: { cases, total, from, to }, search, onSearch }: Props) {
  const intl = useIntl()
  const open = ({ uuid }: FigureCase) => openDialog('alarm', { uuid })
  const back = (
    <LinkText to="/admin/alarm-figures" className="tap">
      <FormattedMessage id="alarmCases.back" />
    </LinkText>
  )
  return (
    <Page title="alarmCases.title" actions={back}>
      <Text c="dimmed">
        <FormattedMessage
          id="alarmCases.range"
          values={{ from: <Moment key="from" at={from} />, to: <Moment key="to" at={to} /> }}
        />
        <Narrowed search={search} cases={cases} />
        {' · '}
        <FormattedMessage id="alarmCases.about" />
      </Text>
      <List
        name="alarm-cases"
        rows={cases}
        total={total}
        columns={columnsIn(intl)}
        search={search}
        onSearch={onSearch}
        filters={
          <>
            <FigureFilter search={search} onSearch={onSearch} />
            <BranchFilter
              value={search.branch === 'none' ? undefined : search.branch}
              onPick={(branch) => onSearch(turned(search, { branch }))}
            />
          </>
        }
        ask={async (place) => {
          const answer = await call(alarmFigureCases, { query: { ...askedCases(search), ...place } })
          return { rows: answer.cases, total: answer.total }
        }}
        onOpen={open}
        actions={(row) => (
          <Button variant="default" onClick={() => open(row)}>
            <FormattedMessage id="devices.open" />
          </Button>
        )}
        totalLabel="alarmCases.total"
        empty={{ title: 'alarmCases.empty', why: 'alarmCases.emptyWhy', icon: <IconMoodSmile aria-hidden /> }}
      />
    </Page>
  )
}
