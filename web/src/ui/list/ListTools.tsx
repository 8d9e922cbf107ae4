import { ActionIcon, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { IconColumns3, IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { SearchBox } from '../controls/SearchBox.tsx'
import type { Column } from './column.ts'
import { saveCsv } from './csv.ts'
import type { ListProps } from './list-props.ts'
import styles from './List.module.css'
import { type ListSearch, turned } from './search.ts'

type Choice<Row> = {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  onToggle: (id: string) => void
}

function ColumnChoice<Row>({ columns, shown, onToggle }: Choice<Row>) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'list.columns' })
  return (
    <Popover position="bottom-end" shadow="lg" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" aria-label={label} title={label}>
          <IconColumns3 size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="sm">
          {columns.map(({ id, title }) => (
            <Checkbox
              key={id}
              checked={shown.some((column) => column.id === id)}
              onChange={() => onToggle(id)}
              label={<FormattedMessage id={title} />}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

type Props<Row extends { uuid: string }, Search extends ListSearch> = ListProps<Row, Search> &
  Pick<Choice<Row>, 'shown' | 'onToggle'>

/** Over a list: what it is searched and filtered by, which columns it shows, and its file. */
export function ListTools<Row extends { uuid: string }, Search extends ListSearch>(
  props: Props<Row, Search>,
) {
  const { name, search, onSearch, searchLabel, filters, ask, columns, shown, onToggle } = props
  const intl = useIntl()
  const [isSaving, setSaving] = useState(false)
  const csvLabel = intl.formatMessage({ id: 'list.csv' })
  const save = async () => {
    if (!ask) return
    setSaving(true)
    await attempt(() => saveCsv(intl, { name, columns: shown, ask }))
    setSaving(false)
  }
  return (
    <Group className={styles['tools'] ?? ''} gap="sm">
      {searchLabel ? (
        <SearchBox
          label={searchLabel}
          value={search.search ?? ''}
          // Safe: a changed search is a search of the same list.
          onChange={(text) => onSearch(turned<ListSearch>(search, { search: text || undefined }) as Search)}
        />
      ) : null}
      {filters}
      <Group gap="xs" ms="auto" wrap="nowrap">
        <ColumnChoice columns={columns} shown={shown} onToggle={onToggle} />
        {ask ? (
          <ActionIcon
            variant="default"
            aria-label={csvLabel}
            title={csvLabel}
            loading={isSaving}
            onClick={() => void save()}
          >
            <IconFileTypeCsv size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
    </Group>
  )
}
