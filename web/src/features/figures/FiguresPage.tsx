import { FIGURE_DAYS } from '@carewatch/contracts/figures'
import { SegmentedControl, Text } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Bars } from '../../ui/page/Bars.tsx'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { FigureMail, type Mailed } from './FigureMail.tsx'
import { FigureTiles } from './FigureTiles.tsx'
import { LoudSection } from './LoudSection.tsx'
import { figureDays, type FiguresSearch, isBetween } from './search.ts'
import type { Figures } from './figures.ts'
import { spansOf } from './spans.ts'
import { ShiftsSection } from './ShiftsSection.tsx'

type Props = {
  figures: Figures
  /** None: for whoever has no figures mailed. */
  mail: Mailed | null
  search: FiguresSearch
  onSearch: (search: FiguresSearch) => void
}

function Range({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  const intl = useIntl()
  return (
    <SegmentedControl
      aria-label={intl.formatMessage({ id: 'taskDashboard.range' })}
      data={figureDays.map((days) => ({
        value: String(days),
        label: intl.formatMessage({ id: 'taskDashboard.days' }, { n: days }),
      }))}
      value={isBetween(search) ? '' : String(search.days ?? FIGURE_DAYS)}
      onChange={(value) =>
        onSearch({ branch: search.branch, days: figureDays.find((days) => String(days) === value) })
      }
    />
  )
}

function PerDay({ days }: Pick<Figures, 'days'>) {
  const intl = useIntl()
  const { isWeeks, spans } = spansOf(days)
  const title = isWeeks ? 'alarmFigures.perWeek' : 'alarmFigures.perDay'
  return (
    <Section title={title}>
      <Bars
        label={intl.formatMessage({ id: title })}
        nameLabel={isWeeks ? 'alarmFigures.week' : 'taskDashboard.day'}
        names={spans.map(({ day }) => (
          <FormattedDate key={day} value={`${day}T12:00:00Z`} timeZone="UTC" day="numeric" month="short" />
        ))}
        series={[
          { label: 'alarmFigures.alarms', values: spans.map(({ alarms }) => alarms) },
          { label: 'alarmFigures.false', values: spans.map(({ falseAlarms }) => falseAlarms) },
        ]}
      />
    </Section>
  )
}

/** How alarms were answered, for whoever answers for that. */
export function FiguresPage({ figures, mail, search, onSearch }: Props) {
  const of = { from: figures.from.toISOString(), to: figures.to.toISOString(), branch: search.branch }
  const filters = (
    <>
      <BranchFilter value={search.branch} onPick={(branch) => onSearch({ ...search, branch })} />
      <Range search={search} onSearch={onSearch} />
    </>
  )
  return (
    <Page title="menu.alarmFigures" actions={filters}>
      {isBetween(search) ? (
        <Text fw={600} data-testid="figures-range">
          <FormattedMessage
            id="alarmCases.range"
            values={{
              from: <Moment key="from" at={figures.from} />,
              to: <Moment key="to" at={figures.to} />,
            }}
          />
        </Text>
      ) : null}
      {figures.alarms === 0 ? (
        <Nothing
          icon={<IconMoodSmile aria-hidden />}
          title={<FormattedMessage id="alarmFigures.none" />}
          why={<FormattedMessage id="alarmFigures.noneWhy" />}
        />
      ) : (
        <>
          <FigureTiles figures={figures} of={of} />
          <Text c="dimmed">
            <FormattedMessage id="alarmFigures.about" />
          </Text>
          <PerDay days={figures.days} />
          <ShiftsSection shifts={figures.shifts} of={of} />
          <LoudSection loudest={figures.loudest} of={of} />
        </>
      )}
      {mail?.isMailed ? <FigureMail mail={mail} /> : null}
    </Page>
  )
}
