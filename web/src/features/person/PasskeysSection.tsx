import { beginTotp } from '@carewatch/contracts/http/auth'
import type { ownPasskeys, Passkey } from '@carewatch/contracts/http/passkeys'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { mayHavePasskeys } from '../../session/passkeys.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import styles from './SessionsSection.module.css'

export type Passkeys = Reply<typeof ownPasskeys>

function PasskeyRow({ passkey: { uuid, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  return (
    <li>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className={styles['facts']}>
          <span>
            <FormattedMessage id="passkeys.made" />: <Moment at={createdAt} />
          </span>
          {lastUsedAt ? (
            <span>
              <FormattedMessage id="passkeys.used" />: <Moment at={lastUsedAt} />
            </span>
          ) : null}
        </span>
      </div>
      <Button variant="default" onClick={() => openDialog('removePasskey', { passkey: { uuid, name } })}>
        <FormattedMessage id="passkeys.remove" />
      </Button>
    </li>
  )
}

/** What one signs in by without a password, or beside it. */
export function PasskeysSection({ passkeys: { passkeys, isPossible } }: { passkeys: Passkeys }) {
  const may = useMay()
  const mayAdd = isPossible && mayHavePasskeys()
  if (!mayAdd && passkeys.length === 0) return null
  const add = mayAdd ? (
    <Button variant="default" onClick={() => openDialog('addPasskey')}>
      <FormattedMessage id="passkeys.add" />
    </Button>
  ) : null
  return (
    <Section title="passkeys.title" actions={add}>
      <Text>
        <FormattedMessage id="passkeys.why" />{' '}
        {may(beginTotp) ? <FormattedMessage id="passkeys.second" /> : null}
      </Text>
      <ul className={styles['list']}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.uuid} passkey={passkey} />
        ))}
      </ul>
    </Section>
  )
}
