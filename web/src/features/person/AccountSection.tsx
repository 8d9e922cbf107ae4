import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { deleteUser, endUserSessions, resetTotp, userStatusChange } from '@carewatch/contracts/http/users'
import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { doAndShow, showDone } from '../../ui/page/done.ts'
import { confirmed, confirmedDelete } from '../../ui/form/confirm.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { nameOf } from './name-of.ts'

type Asked = { title: MessageId; body: MessageId; name: string }

const isSure = ({ title, body, name }: Asked): Promise<boolean> =>
  confirmed({ title, body: <FormattedMessage id={body} values={{ name: <bdi key="name">{name}</bdi> }} /> })

async function turn({ uuid, isActive }: UserDetail, name: string): Promise<void> {
  if (isActive && !(await isSure({ title: 'action.deactivate', body: 'person.deactivateBody', name }))) return
  await doAndShow('done.statusChanged', () => call(userStatusChange, { body: { uuid, isActive: !isActive } }))
}

async function signOut({ uuid }: UserDetail, name: string): Promise<void> {
  if (!(await isSure({ title: 'person.endSessions', body: 'person.endSessionsBody', name }))) return
  await doAndShow('sessions.ended', () => call(endUserSessions, { params: { uuid } }))
}

async function dropTwoStep({ uuid }: UserDetail, name: string): Promise<void> {
  if (!(await isSure({ title: 'person.resetTwoStep', body: 'person.resetTwoStepBody', name }))) return
  await doAndShow('done.saved', () => call(resetTotp, { params: { uuid } }))
}

/** What may be done with the account of somebody else; what cannot be taken back stands apart. */
export function AccountSection({ person }: { person: UserDetail }) {
  const navigate = useNavigate()
  const name = nameOf(person)
  const { uuid, isActive, hasTwoStep } = person
  const remove = async () => {
    if (!(await confirmedDelete())) return
    const gone = await attempt(async () => [await call(deleteUser, { params: { uuid } })])
    if (!gone) return
    // First away: the page of somebody who is gone cannot be loaded anew.
    await navigate({ to: '/admin/users/{-$filterKey}', params: { filterKey: undefined } })
    showDone('done.deleted')
  }
  const buttons: readonly (readonly [MessageId, () => unknown])[] = [
    [isActive ? 'action.deactivate' : 'action.activate', () => turn(person, name)],
    ['person.setPassword', () => openDialog('setPassword', { uuid })],
    ['person.endSessions', () => signOut(person, name)],
    ...(hasTwoStep ? [['person.resetTwoStep', () => dropTwoStep(person, name)] as const] : []),
  ]
  return (
    <Section title="person.account">
      <Group gap="sm">
        {buttons.map(([label, run]) => (
          <Button key={label} variant="default" onClick={() => void run()}>
            <FormattedMessage id={label} />
          </Button>
        ))}
      </Group>
      <Group gap="sm">
        <Button variant="light" color="red" onClick={() => void remove()}>
          <FormattedMessage id="action.delete" />
        </Button>
        <Button variant="light" color="red" onClick={() => openDialog('erasePerson', { uuid })}>
          <FormattedMessage id="person.erase" />
        </Button>
      </Group>
    </Section>
  )
}
