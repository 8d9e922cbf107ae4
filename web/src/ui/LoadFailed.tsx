import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { Failure, failureMessageId } from '../http/failure.ts'
import { Nothing } from './Nothing.tsx'

/** Instead of a screen whose data did not come. */
export function LoadFailed({ error }: { error: unknown }) {
  const router = useRouter()
  const intl = useIntl()
  const failure = error instanceof Failure ? error : new Failure(500)
  return (
    <div role="alert">
      <Nothing
        icon={<IconCloudOff aria-hidden />}
        title={<FormattedMessage id="failed.title" />}
        why={failure.said ?? intl.formatMessage({ id: failureMessageId(failure.status) })}
        action={
          <Button mt="sm" onClick={() => void router.invalidate()}>
            <FormattedMessage id="action.retry" />
          </Button>
        }
      />
    </div>
  )
}
