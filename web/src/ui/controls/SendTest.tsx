import { type OwnChannel, testChannel } from '@carewatch/contracts/http/channels'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { call } from '../../http/call.ts'
import { Age } from '../figures/Age.tsx'
import { doAndShow } from '../page/done.ts'
import { useReloadWhile } from '../page/use-reload-while.ts'

/** Sends oneself a message by this channel, and says what came of the last one. */
export function SendTest({ channel: { channel, lastTest } }: { channel: OwnChannel }) {
  const intl = useIntl()
  const [isAsking, setAsking] = useState(false)
  const isWaiting = lastTest?.state === 'QUEUED'
  useReloadWhile(isWaiting, lastTest?.at.toISOString() ?? '')
  const test = async () => {
    if (channel === 'IN_APP') return
    setAsking(true)
    await doAndShow('channels.testSent', () => call(testChannel, { body: { channel } }))
    setAsking(false)
  }
  return (
    <>
      <output>
        {lastTest ? (
          <>
            <FormattedMessage id={`channels.test.${lastTest.state}`} />
            {lastTest.reason ? (
              <>
                {': '}
                <FormattedMessage id={`alarms.reason.${lastTest.reason}`} />
              </>
            ) : null}{' '}
            <Age at={lastTest.at} />
          </>
        ) : null}
      </output>
      <Button
        variant="default"
        loading={isAsking || isWaiting}
        aria-label={intl.formatMessage(
          { id: 'channels.testBy' },
          { channel: intl.formatMessage({ id: `alarms.channel.${channel}` }) },
        )}
        onClick={() => void test()}
      >
        <FormattedMessage id="channels.test" />
      </Button>
    </>
  )
}
