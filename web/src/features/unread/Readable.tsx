import type { Reply } from '@carewatch/contracts/http/endpoint'
import { unreadReadable } from '@carewatch/contracts/http/unread-messages'
import { Button, Code, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { orWithout } from '../../http/or-nothing.ts'

const COMMAND = 'admin messages replay'

function Counted({ counted: { tried, readable, calls } }: { counted: Reply<typeof unreadReadable> }) {
  return (
    <>
      <Text>
        <FormattedMessage id="unread.tried" values={{ readable, tried }} />
      </Text>
      {calls > 0 ? (
        <Text>
          <FormattedMessage id="unread.calls" values={{ n: calls }} />
        </Text>
      ) : null}
      {readable > 0 ? (
        <Text>
          <FormattedMessage id="unread.command" /> <Code dir="ltr">{COMMAND}</Code>
        </Text>
      ) : null}
    </>
  )
}

/** Whether this version reads what an earlier one did not: asked for, for it decodes them all. */
export function Readable({ id }: { id: number }) {
  const [counted, setCounted] = useState<Reply<typeof unreadReadable> | 'failed'>()
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    setCounted((await orWithout(call(unreadReadable, { params: { message: id } }))) ?? 'failed')
    setAsking(false)
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={isAsking} onClick={() => void ask()}>
        <FormattedMessage id="unread.try" />
      </Button>
      <div aria-live="polite">
        {counted === 'failed' ? (
          <FormattedMessage id="unread.failed" />
        ) : counted ? (
          <Counted counted={counted} />
        ) : null}
      </div>
    </Stack>
  )
}
