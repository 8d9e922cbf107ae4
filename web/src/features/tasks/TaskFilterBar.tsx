import { alarmKinds } from '@carewatch/contracts/alarms'
import { taskStatuses } from '@carewatch/contracts/tasks'
import { Select, Switch } from '@mantine/core'
import { useIntl } from 'react-intl'
import { TaskFilters } from './filters.ts'

type Props = { filters: TaskFilters; onChange: (filters: TaskFilters) => void }

export function TaskFilterBar({ filters, onChange }: Props) {
  const intl = useIntl()
  const change = (part: Record<keyof TaskFilters, unknown> | object) =>
    onChange(TaskFilters.parse({ ...filters, ...part }))
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
        w="11rem"
      />
      <Select
        aria-label={intl.formatMessage({ id: 'tasks.alertType' })}
        placeholder={intl.formatMessage({ id: 'tasks.anyType' })}
        data={alarmKinds.map((value) => ({ value, label: intl.formatMessage({ id: `alarmKind.${value}` }) }))}
        value={filters.alertType ?? null}
        onChange={(alertType) => change({ alertType: alertType ?? undefined })}
        clearable
        searchable
        w="13rem"
      />
      <Switch
        size="md"
        label={intl.formatMessage({ id: 'tasks.unassigned' })}
        checked={filters.unassigned ?? false}
        onChange={({ currentTarget }) => change({ unassigned: currentTarget.checked || undefined })}
      />
    </>
  )
}
