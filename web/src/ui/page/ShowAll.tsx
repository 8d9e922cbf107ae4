import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

/** The way out of filters that left nothing. */
export function ShowAll({ onClick }: { onClick: () => void }) {
  return (
    <Button mt="sm" variant="default" onClick={onClick}>
      <FormattedMessage id="action.showAll" />
    </Button>
  )
}
