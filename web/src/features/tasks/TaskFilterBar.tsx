import { alarmKinds } from '@carewatch/contracts/alarms'
import { taskStatuses } from '@carewatch/contracts/tasks'
import { listUsers } from '@carewatch/contracts/http/users'
import { Group, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { LookupFilter } from '../../ui/people/LookupFilter.tsx'
import { groupings, TaskFilters } from './filters.ts'
import { findStaff } from './staff.ts'

type Props = { filters: TaskFilters; onChange: (filters: TaskFilters) => void }
type Change = (part: Partial<Record<keyof TaskFilters, unknown>>) => void

function Days({ filters, change }: { filters: TaskFilters; change: Change }) {
  const intl = useIntl()
  return (
    <>
      {(['after', 'before'] as const).map((side) => (
        <TextInput
          key={side}
          type="date"
          dir="ltr"
          size="sm"
          label={intl.formatMessage({ id: `tasks.created.${side}` })}
          value={filters[side] ?? ''}
          onChange={({ currentTarget }) => change({ [side]: currentTarget.value || undefined })}
          w="10rem"
        />
      ))}
    </>
  )
}

function Choices({ filters, change }: { filters: TaskFilters; change: Change }) {
  const intl = useIntl()
  return (
    <>
      <Select
        aria-label={intl.formatMessage({ id: 'tasks.status' })}
        placeholder={intl.formatMessage({ id: 'tasks.anyStatus' })}
        data={taskStatuses.map((value) => ({
          value,
          label: intl.formatMessage({ id: `taskStatus.${value}` }),
        }))}
        value={filters.status ?? null}
        onChange={(status) => change({ status: status ?? undefined })}
        clearable
        w="10rem"
      />
      <Select
        aria-label={intl.formatMessage({ id: 'tasks.alertType' })}
        placeholder={intl.formatMessage({ id: 'tasks.anyType' })}
        data={alarmKinds.map((value) => ({ value, label: intl.formatMessage({ id: `alarmKind.${value}` }) }))}
        value={filters.alertType ?? null}
        onChange={(alertType) => change({ alertType: alertType ?? undefined })}
        clearable
        searchable
        w="12rem"
      />
    </>
  )
}

/** How the board is divided, and which tasks stand on it. */
export function TaskFilterBar({ filters, onChange }: Props) {
  const intl = useIntl()
  const may = useMay()
  const change: Change = (part) => onChange(TaskFilters.parse({ ...filters, ...part }))
  return (
    <Group align="flex-end" gap="sm">
      <SegmentedControl
        aria-label={intl.formatMessage({ id: 'tasks.groupBy' })}
        data={groupings.map((value) => ({
          value,
          label: intl.formatMessage({ id: `tasks.group.${value}` }),
        }))}
        value={filters.group ?? 'status'}
        onChange={(group) => change({ group: group === 'status' ? undefined : group })}
      />
      <Choices filters={filters} change={change} />
      {may(listUsers) ? (
        <LookupFilter
          label="filter.anyPerson"
          find={findStaff}
          value={filters.assignedTo}
          onPick={(assignedTo) => change({ assignedTo })}
        />
      ) : null}
      <Days filters={filters} change={change} />
      <Switch
        size="md"
        mb="0.5rem"
        label={intl.formatMessage({ id: 'tasks.unassigned' })}
        checked={filters.unassigned ?? false}
        onChange={({ currentTarget }) => change({ unassigned: currentTarget.checked || undefined })}
      />
    </Group>
  )
}
