import { Button, Group } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

/** A passing message, with a way to try it again. */
export const SnackRetry = ({ text, again }: { text: string; again: () => void }) => (
  <Group justify="space-between" gap="sm">
    {text}
    <Button size="xs" variant="default" onClick={again}>
      <FormattedMessage id="action.retry" />
    </Button>
  </Group>
)
