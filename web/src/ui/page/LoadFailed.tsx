import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { failureMessageId } from '../../http/failure.ts'
import { followNewBuild, isLostCode } from '../../http/lost-code.ts'
import { failureOf, loadAgain } from './load-failure.ts'
import { Nothing } from './Nothing.tsx'
import { isOwnRetry, tookFocus, useOwnRetry } from './use-own-retry.ts'

/** Instead of a screen whose data or whose code did not come. */
export function LoadFailed({ error }: { error: unknown }) {
  const router = useRouter()
  const intl = useIntl()
  const [retrying, setRetrying] = useState(false)
  // The same again, by a try that nobody asked for, is not read out once more, and keeps the focus where it was.
  const [again] = useState(() => ({ isQuiet: isOwnRetry(), isFocused: tookFocus() }))
  const failure = failureOf(error)
  useEffect(() => {
    if (isLostCode(error)) void followNewBuild()
  }, [error])
  const load = useCallback(
    async () => await (isLostCode(error) ? loadAgain() : router.invalidate()),
    [error, router],
  )
  useOwnRetry(error, load)
  const retry = async () => {
    setRetrying(true)
    await load()
    setRetrying(false)
  }
  return (
    <div role={again.isQuiet ? undefined : 'alert'} data-load-failed>
      <Nothing
        icon={<IconCloudOff aria-hidden />}
        title={<FormattedMessage id="failed.title" />}
        why={failure.serverText ?? intl.formatMessage({ id: failureMessageId(failure.status) })}
        action={
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- where it was before it was asked for again.
          <Button mt="sm" autoFocus={again.isFocused} loading={retrying} onClick={() => void retry()}>
            <FormattedMessage id="action.retry" />
          </Button>
        }
      />
    </div>
  )
}
