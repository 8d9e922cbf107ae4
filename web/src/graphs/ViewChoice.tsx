import { SegmentedControl } from '@mantine/core'
import { useIntl } from 'react-intl'
import type { GraphView } from './views.ts'

type Props = { value: GraphView; onChange: (view: GraphView) => void }

/** The same readings as lines or as figures. */
export function ViewChoice({ value, onChange }: Props) {
  const intl = useIntl()
  return (
    <SegmentedControl
      data={[
        { value: 'graph', label: intl.formatMessage({ id: 'monitoring.showGraph' }) },
        { value: 'table', label: intl.formatMessage({ id: 'monitoring.showTable' }) },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
