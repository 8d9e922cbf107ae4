import type { UnreadMessage } from '@carewatch/contracts/http/unread-messages'
import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './Unread.module.css'

/** Two digits a byte, as support reads them. */
const spaced = (hex: string): string => hex.replaceAll(/(..)(?=.)/g, '$1 ')

function Bytes({ label, children }: { label: MessageId; children: string }) {
  return (
    <>
      <div className={styles['label']}>
        <FormattedMessage id={label} />
      </div>
      <pre dir="ltr" className={styles['bytes']}>
        {children}
      </pre>
    </>
  )
}

/** One message: who sent it when, and its bytes, to be copied for support. */
export function Message({ message }: { message: UnreadMessage }) {
  const { receivedAt, device, gateway, hex, text, size } = message
  const shown = hex.length / 2
  return (
    <li>
      <div className={styles['head']}>
        <div>
          {device ? (
            <LinkText to="/user/device/$uuid" params={{ uuid: device.uuid }}>
              <bdi>{device.name}</bdi>
            </LinkText>
          ) : (
            <bdi>{gateway?.name}</bdi>
          )}{' '}
          · <Moment at={receivedAt} seconds />
        </div>
        <CopyButton value={hex}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              <FormattedMessage id={copied ? 'action.copied' : 'unread.copy'} />
            </Button>
          )}
        </CopyButton>
      </div>
      {text === null ? null : <Bytes label="unread.text">{text}</Bytes>}
      <Bytes label="unread.hex">{spaced(hex)}</Bytes>
      {shown < size ? (
        <div className={styles['label']}>
          <FormattedMessage id="unread.cut" values={{ shown, n: size }} />
        </div>
      ) : null}
    </li>
  )
}
