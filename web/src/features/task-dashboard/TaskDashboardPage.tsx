import { dashboardDays } from '@carewatch/contracts/tasks'
import { type taskDashboard } from '@carewatch/contracts/http/task-dashboard'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { SegmentedControl } from '@mantine/core'
import { FormattedDate, useIntl } from 'react-intl'
import { Bars } from '../../ui/page/Bars.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { Sections } from '../../ui/page/Sections.tsx'
import { type Figure, FigureLinks } from './FigureLinks.tsx'
import { Groups } from './Groups.tsx'
import { dayOf } from './links.ts'
import { type DashboardSearch, USUAL_DAYS } from './search.ts'
import { useFreshFigures } from './use-fresh-figures.ts'

type Loaded = Reply<typeof taskDashboard>
type Props = { loaded: Loaded; search: DashboardSearch; onSearch: (search: DashboardSearch) => void }

const figuresOf = (loaded: Loaded): Figure[] => {
  const after = dayOf(loaded.from)
  return [
    { label: 'taskDashboard.total', n: loaded.total, search: { after } },
    { label: 'taskStatus.OPEN', n: loaded.open, search: { after, status: 'OPEN' } },
    { label: 'taskStatus.IN_PROGRESS', n: loaded.inProgress, search: { after, status: 'IN_PROGRESS' } },
    { label: 'taskStatus.DONE', n: loaded.done, search: { after, status: 'DONE' }, tone: 'ok' },
    { label: 'taskStatus.DEFERRED', n: loaded.deferred, search: { after, status: 'DEFERRED' } },
    {
      label: 'tasks.unassigned',
      n: loaded.unassigned,
      search: { after, unassigned: true },
      tone: 'critical',
    },
    { label: 'taskDashboard.system', n: loaded.systemCreated, search: null },
    { label: 'tasks.overdue', n: loaded.overdue, search: null, tone: 'critical' },
  ]
}

const typesOf = ({ types, from }: Loaded): Figure[] => {
  const after = dayOf(from)
  return [
    { label: 'taskDashboard.sos', n: types.sosAndAlarms, search: { after, alertGroup: 'SOS_AND_ALARMS' } },
    { label: 'monitoringType.VITALS', n: types.vitals, search: { after, alertGroup: 'VITALS' } },
    { label: 'monitoringType.GEOFENCE', n: types.geofence, search: { after, alertGroup: 'GEOFENCE' } },
  ]
}

function Range({ search, onSearch }: Omit<Props, 'loaded'>) {
  const intl = useIntl()
  return (
    <SegmentedControl
      aria-label={intl.formatMessage({ id: 'taskDashboard.range' })}
      data={dashboardDays.map((days) => ({
        value: days,
        label: intl.formatMessage({ id: 'taskDashboard.days' }, { n: Number(days) }),
      }))}
      value={search.days ?? USUAL_DAYS}
      onChange={(value) => onSearch({ days: dashboardDays.find((days) => days === value) })}
    />
  )
}

function PerDay({ days }: Pick<Loaded, 'days'>) {
  const intl = useIntl()
  return (
    <Section title="taskDashboard.perDay">
      <Bars
        label={intl.formatMessage({ id: 'taskDashboard.perDay' })}
        nameLabel="taskDashboard.day"
        names={days.map(({ day }) => (
          <FormattedDate key={day} value={`${day}T12:00:00Z`} timeZone="UTC" day="numeric" month="short" />
        ))}
        series={[
          { label: 'taskDashboard.generated', values: days.map(({ generated }) => generated) },
          { label: 'taskDashboard.resolved', values: days.map(({ resolved }) => resolved) },
        ]}
      />
    </Section>
  )
}

/** The tasks of the last days in figures, each leading to the tasks it counts. */
export function TaskDashboardPage({ loaded, search, onSearch }: Props) {
  useFreshFigures()
  const after = dayOf(loaded.from)
  return (
    <Page title="menu.taskDashboard" actions={<Range search={search} onSearch={onSearch} />}>
      <FigureLinks figures={figuresOf(loaded)} />
      <PerDay days={loaded.days} />
      <Section title="taskDashboard.types">
        <FigureLinks figures={typesOf(loaded)} />
      </Section>
      <Sections>
        <Groups
          title="tasks.status"
          rows={loaded.byStatus.map(({ status, ...figures }) => ({
            ...figures,
            label: `taskStatus.${status}` as const,
            search: { after, status },
          }))}
        />
        <Groups
          title="tasks.monitoringType"
          rows={loaded.byMonitoringType.map(({ monitoringType, ...figures }) => ({
            ...figures,
            label: `monitoringType.${monitoringType}` as const,
            search: { after, monitoringType },
          }))}
        />
      </Sections>
    </Page>
  )
}
