import { testPush } from '@carewatch/contracts/http/push'
import { Button, Group, Loader, Stack, Switch, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { attempt } from '../feedback/attempt.ts'
import { call } from '../http/call.ts'
import { snack } from '../feedback/snack.ts'
import { pushState, type PushState, turnPushOff, turnPushOn } from './push.ts'

function usePush() {
  const [state, setState] = useState<PushState | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isGone = false
    void attempt(pushState).then((found) => {
      if (!isGone) setState(found ?? 'unsupported')
    })
    return () => {
      isGone = true
    }
  }, [])
  const turn = async (on: boolean) => {
    setBusy(true)
    // A push service that cannot be reached is a failure of the network, not of ours.
    const next = await attempt(on ? turnPushOn : turnPushOff).catch(() => 'failed' as const)
    setBusy(false)
    if (next === 'failed') return setState('failed')
    if (next) setState(next)
  }
  return { state, isBusy, turn }
}

async function sendTest(done: (n: number) => string): Promise<void> {
  const answer = await attempt(() => call(testPush, { body: undefined }))
  if (answer) snack(answer.sent > 0 ? 'success' : 'error', 200, done(answer.sent))
}

/** Alarms also while Carewatch is closed: on, off, tried out, or why not. */
export function PushSwitch() {
  const intl = useIntl()
  const { state, isBusy, turn } = usePush()
  if (state === null) return <Loader size="sm" />
  const mayTurn = state === 'on' || state === 'off' || state === 'failed'
  return (
    <Stack gap="sm" align="flex-start">
      <Switch
        size="md"
        label={intl.formatMessage({ id: 'push.label' })}
        checked={state === 'on'}
        disabled={!mayTurn || isBusy}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      <Text component="output" c="dimmed" size="sm">
        <FormattedMessage id={`push.${state}`} />
      </Text>
      {state === 'on' ? (
        <Group>
          <Button
            variant="default"
            onClick={() => void sendTest((n) => intl.formatMessage({ id: 'push.tested' }, { n }))}
          >
            <FormattedMessage id="push.try" />
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
