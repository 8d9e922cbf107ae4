import { type LimitedMetric, limitedMetrics } from '@carewatch/contracts/metrics'
import { Button, Group } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

type Props = {
  /** Which is asked for now, and of which the outcome stands below. */
  asked: LimitedMetric | null
  shown: LimitedMetric | undefined
  onTry: (name: LimitedMetric) => void
}

/** A button for each vital whose limits can be tried; one at a time. */
export const TryButtons = ({ asked, shown, onTry }: Props) => (
  <Group gap="xs">
    {limitedMetrics.map((name) => (
      <Button
        key={name}
        size="compact-md"
        variant={shown === name ? 'light' : 'default'}
        loading={asked === name}
        disabled={asked !== null && asked !== name}
        onClick={() => onTry(name)}
      >
        <FormattedMessage id={`metric.${name}`} />
      </Button>
    ))}
  </Group>
)
