import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { userAtom } from '../../session/session.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { hidesPlace } from './hidden.ts'

/** Who looks after this person. */
export function SupervisorSection({ person, mayChange }: { person: UserDetail; mayChange: boolean }) {
  const me = useAtomValue(userAtom)
  const { uuid, supervisor } = person
  // Whoever does not see the staff would be led to a page that is not there.
  const isLinked = me !== null && !hidesPlace(me.role)
  const change = mayChange ? (
    <Button variant="default" onClick={() => openDialog('changeSupervisor', { uuid })}>
      <FormattedMessage id="users.changeSupervisor" />
    </Button>
  ) : null
  return (
    <Section title="users.supervisor" actions={change}>
      {supervisor && isLinked ? (
        <LinkText to="/user/detail/$uuid" params={{ uuid: supervisor.uuid }}>
          <bdi>{supervisor.name}</bdi>
        </LinkText>
      ) : null}
      {supervisor && !isLinked ? <bdi>{supervisor.name}</bdi> : null}
      {supervisor ? null : <FormattedMessage id="person.noSupervisor" />}
    </Section>
  )
}
