import { Group, SegmentedControl } from '@mantine/core'
import { useIntl } from 'react-intl'
import { DayField } from '../../ui/form/DayField.tsx'
import { type PersonSearch, type SpanName, spans } from './page-search.ts'

type Props = { search: PersonSearch; onSearch: (search: PersonSearch) => void }

/** Of which days the vitals are shown. */
export function SpanChoice({ search, onSearch }: Props) {
  const intl = useIntl()
  const { span = 'today', from, to } = search
  return (
    <Group align="end" gap="sm">
      <SegmentedControl<SpanName>
        aria-label={intl.formatMessage({ id: 'monitoring.range' })}
        data={spans.map((value) => ({ value, label: intl.formatMessage({ id: `wearer.span.${value}` }) }))}
        value={span}
        onChange={(value) => onSearch({ ...search, span: value })}
      />
      {span === 'own' ? (
        <>
          <DayField label="audit.from" value={from} onChange={(day) => onSearch({ ...search, from: day })} />
          <DayField label="audit.to" value={to} onChange={(day) => onSearch({ ...search, to: day })} />
        </>
      ) : null}
    </Group>
  )
}
