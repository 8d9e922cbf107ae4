import { type SentInvitation, withdrawInvitation } from '@carewatch/contracts/http/invitations'
import { Badge, Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { doAndShow } from '../../ui/page/done.ts'
import styles from './Invitations.module.css'

const withdraw = (uuid: string) =>
  doAndShow('invitations.withdrawn', () => call(withdrawInvitation, { body: { uuid } }))

/** Whom we asked: what was typed, and how it stands. */
export function SentRow({ invitation }: { invitation: SentInvitation }) {
  const { uuid, to, kind, about, role, status, createdAt, askedBy } = invitation
  return (
    <li className={styles['row']}>
      <div>
        <b>
          <bdi>{to}</bdi>
        </b>
        <span className={styles['facts']}>
          <span>
            <FormattedMessage
              id={`invitations.sent.${kind}`}
              values={{
                name: <bdi key="name">{about ?? ''}</bdi>,
                role: role ? <FormattedMessage key="role" id={`role.${role}`} /> : '',
              }}
            />
          </span>
          <bdi>{askedBy}</bdi>
          <Moment at={createdAt} />
        </span>
      </div>
      <div className={styles['state']}>
        <Badge variant="light" size="lg">
          <FormattedMessage id={`invitations.status.${status}`} />
        </Badge>
        {status === 'OPEN' ? (
          <Button variant="default" onClick={() => void withdraw(uuid)}>
            <FormattedMessage id="invitations.withdraw" />
          </Button>
        ) : null}
      </div>
    </li>
  )
}
