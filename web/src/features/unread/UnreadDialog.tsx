import { isFormatName, formatOf } from '@carewatch/contracts/formats'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { type Alike, unreadMessages } from '@carewatch/contracts/http/unread-messages'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { orWithout } from '../../http/or-nothing.ts'
import { kindOf, Reason } from './Kind.tsx'
import { Message } from './Message.tsx'
import { Readable } from './Readable.tsx'
import styles from './Unread.module.css'

type Asked = { id: number; device?: string | undefined }
type Page = Pick<Reply<typeof unreadMessages>, 'messages' | 'next'>

const load = ({ id, device }: Asked, before?: number) =>
  call(unreadMessages, { params: { message: id }, query: { device, before } })

/** Only what nobody knew is read once more, and only what came over a plain socket. */
const isReadAgain = ({ reason, format }: Alike): boolean =>
  reason === 'unknownMessage' &&
  (format === null || (isFormatName(format) && formatOf(format).transport === 'TCP'))

function Messages({ asked, first }: { asked: Asked; first: Page }) {
  const [{ messages, next }, setPage] = useState(first)
  const [state, setState] = useState<'asking' | 'failed'>()
  const older = async (before: number) => {
    setState('asking')
    const page = await orWithout(load(asked, before))
    setState(page ? undefined : 'failed')
    if (page) setPage({ messages: [...messages, ...page.messages], next: page.next })
  }
  return (
    <>
      <ol className={styles['messages']}>
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {state === 'failed' ? (
        <Text role="alert">
          <FormattedMessage id="unread.failed" />
        </Text>
      ) : null}
      {next === null ? null : (
        <Button variant="default" loading={state === 'asking'} onClick={() => void older(next)}>
          <FormattedMessage id="unread.older" />
        </Button>
      )}
    </>
  )
}

function Unread({ props, loaded }: { props: Asked; loaded: Reply<typeof unreadMessages> }) {
  const { group } = loaded
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>
          <Reason {...group} />
        </Text>
        <Text>
          <FormattedMessage id={`unread.do.${group.reason}`} />
        </Text>
      </div>
      {isReadAgain(group) ? <Readable id={props.id} /> : null}
      <Messages asked={props} first={loaded} />
    </Stack>
  )
}

/** Messages of one kind that nobody could read, with their bytes. */
export const unreadMessagesDialog = dialog<Asked, Reply<typeof unreadMessages>>({
  title: 'unread.title',
  size: 'xl',
  suffix: (_, { group }) => `${group.model} ${kindOf(group)}`,
  load: (asked) => load(asked),
  Body: Unread,
})
