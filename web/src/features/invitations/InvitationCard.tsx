import { acceptInvitation, type Invitation, refuseInvitation } from '@carewatch/contracts/http/invitations'
import { Button, Group, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { switchTo } from '../../companies/companies.ts'
import { userAtom } from '../../session/session.ts'
import { store } from '../../store.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { doAndShow, showDone } from '../../ui/page/done.ts'
import styles from './Invitations.module.css'

/** A new role is a new home and a new menu: everything is loaded as it is now. */
async function accept({ uuid }: Invitation): Promise<void> {
  const answer = await attempt(() => call(acceptInvitation, { body: { uuid } }))
  if (!answer) return
  showDone('invitations.accepted')
  // It may be one more account of theirs, at the company that asked: what they said yes to is there.
  if (answer.accountUuid !== store.get(userAtom)?.uuid)
    await attempt(async () => [await switchTo(answer.accountUuid)])
  else location.assign('/user/home')
}

const refuse = ({ uuid }: Invitation) =>
  doAndShow('invitations.refused', () => call(refuseInvitation, { body: { uuid } }))

function What({ invitation }: { invitation: Invitation }) {
  const { kind, about, role, branch } = invitation
  const values = {
    name: <bdi key="name">{about ?? ''}</bdi>,
    branch: <bdi key="branch">{branch ?? ''}</bdi>,
    role: role ? <FormattedMessage key="role" id={`role.${role}`} /> : '',
  }
  return <FormattedMessage id={`invitations.kind.${kind}`} values={values} />
}

/** What one is asked, by whom, and what both will see: before a yes nobody sees anything. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { status, askedBy, views, lapsesAt } = invitation
  const isOpen = status === 'OPEN'
  return (
    <li className={styles['card']}>
      <Text fw={550} fz="lg">
        <What invitation={invitation} />
      </Text>
      <Text>
        <FormattedMessage
          id={askedBy.company === null ? 'invitations.askedBy' : 'invitations.askedByOf'}
          values={{
            name: <bdi key="name">{askedBy.name}</bdi>,
            company: <bdi key="company">{askedBy.company}</bdi>,
          }}
        />
      </Text>
      {isOpen ? (
        <>
          <div>
            <Text c="dimmed">
              <FormattedMessage id="invitations.youSee" />
            </Text>
            <ul className={styles['views']}>
              {views.map((view) => (
                <li key={view}>
                  <FormattedMessage id={`invitations.view.${view}`} />
                </li>
              ))}
            </ul>
          </div>
          <Text c="dimmed">
            <FormattedMessage id="invitations.theySee" />
          </Text>
          <Group justify="space-between">
            <Text c="dimmed">
              <FormattedMessage id="invitations.until" values={{ at: <Moment key="at" at={lapsesAt} /> }} />
            </Text>
            <Group>
              <Button variant="default" onClick={() => void refuse(invitation)}>
                <FormattedMessage id="invitations.refuse" />
              </Button>
              <Button onClick={() => void accept(invitation)}>
                <FormattedMessage id="invitations.accept" />
              </Button>
            </Group>
          </Group>
        </>
      ) : (
        <Text c="dimmed">
          <FormattedMessage id={`invitations.status.${status}`} />
        </Text>
      )}
    </li>
  )
}
