import type { sessionListing } from '@carewatch/contracts/http/auth'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Badge, Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Section } from '../../ui/page/Section.tsx'
import styles from './SessionsSection.module.css'

export type Sessions = Reply<typeof sessionListing>['sessions']

function SessionRow({ session }: { session: Sessions[number] }) {
  const { uuid, isThis, machine, address, lastSeenAt } = session
  return (
    <li>
      <div>
        <b>{machine ? <bdi>{machine}</bdi> : <FormattedMessage id="sessions.unknown" />}</b>
        <span className={styles['facts']}>
          {address ? <Ltr>{address}</Ltr> : null}
          <Age at={lastSeenAt} />
        </span>
      </div>
      {isThis ? (
        <Badge variant="light">
          <FormattedMessage id="sessions.this" />
        </Badge>
      ) : (
        <Button variant="default" onClick={() => openDialog('endSignIn', { session: { uuid, machine } })}>
          <FormattedMessage id="sessions.end" />
        </Button>
      )}
    </li>
  )
}

/** Where one is signed in, and the way to sign out there. */
export function SessionsSection({ sessions }: { sessions: Sessions }) {
  const actions =
    sessions.length > 1 ? (
      <Button variant="default" onClick={() => openDialog('endSignIn', {})}>
        <FormattedMessage id="sessions.endOthers" />
      </Button>
    ) : null
  return (
    <Section title="sessions.title" actions={actions}>
      <ul className={styles['list']}>
        {sessions.map((session) => (
          <SessionRow key={session.uuid} session={session} />
        ))}
      </ul>
    </Section>
  )
}
