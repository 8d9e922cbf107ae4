import { Button, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Pager } from '../../ui/page/Pager.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { InvitationCard } from './InvitationCard.tsx'
import styles from './Invitations.module.css'
import type { Loaded } from './load.ts'
import { SentRow } from './SentRow.tsx'

/** Of an address that anybody may have typed nothing is shown before it is known to be theirs. */
function Unproven({ canProve }: { canProve: boolean }) {
  return (
    <>
      <Text>
        <FormattedMessage id={canProve ? 'invitations.unproven' : 'invitations.byLink'} />
      </Text>
      {canProve ? (
        <div>
          <Button variant="default" onClick={() => openDialog('changeEmail')}>
            <FormattedMessage id="invitations.prove" />
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Mine({ mine: { invitations, isAddressProven, canProve } }: Pick<Loaded, 'mine'>) {
  return (
    <Section title="invitations.mine">
      {invitations.length > 0 ? (
        <ul className={styles['list']}>
          {invitations.map((invitation) => (
            <InvitationCard key={invitation.uuid} invitation={invitation} />
          ))}
        </ul>
      ) : (
        <Text c="dimmed">
          <FormattedMessage id="invitations.none" />
        </Text>
      )}
      {isAddressProven ? null : <Unproven canProve={canProve} />}
    </Section>
  )
}

type Props = Loaded & { page: number; onPage: (page: number) => void }

/** What one is asked to become, and whom one asked. */
export function InvitationsPage({ mine, asked, page, onPage }: Props) {
  return (
    <Page title="menu.invitations">
      <Mine mine={mine} />
      {asked ? (
        <Section title="invitations.sent">
          {asked.total === 0 ? (
            <Text c="dimmed">
              <FormattedMessage id="invitations.noneSent" />
            </Text>
          ) : (
            <ul className={styles['list']}>
              {asked.invitations.map((invitation) => (
                <SentRow key={invitation.uuid} invitation={invitation} />
              ))}
            </ul>
          )}
          <Pager total={asked.total} size={25} page={page} onPage={onPage} />
        </Section>
      ) : null}
    </Page>
  )
}
