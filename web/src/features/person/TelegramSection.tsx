import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { resetTelegram } from '@carewatch/contracts/http/users'
import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import { confirmed } from '../../ui/form/confirm.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Section } from '../../ui/page/Section.tsx'

type Props = { person: UserDetail; isOwn: boolean; mayChange: boolean }

async function reset(userKey: string): Promise<void> {
  const isSure = await confirmed({
    title: 'telegram.reset',
    body: <FormattedMessage id="telegram.resetBody" />,
    isDangerous: true,
  })
  if (isSure) await doAndShow('telegram.resetDone', () => call(resetTelegram, { params: { userKey } }))
}

/** Whether somebody is notified in Telegram, and the way to begin anew. */
export function TelegramSection({ person, isOwn, mayChange }: Props) {
  const { status, userName } = person.telegram
  const actions = (
    <>
      {isOwn ? (
        <LinkButton to="/user/telegram" variant="default">
          <FormattedMessage id={status === 'REGISTERED' ? 'devices.open' : 'telegram.connect'} />
        </LinkButton>
      ) : null}
      {mayChange && status !== 'NONE' ? (
        <Button variant="default" onClick={() => void reset(isOwn ? 'currentUser' : person.uuid)}>
          <FormattedMessage id="telegram.reset" />
        </Button>
      ) : null}
    </>
  )
  return (
    <Section title="menu.telegram" actions={actions}>
      <Facts
        facts={[
          { label: 'list.status', value: <FormattedMessage id={`telegram.status.${status}`} /> },
          { label: 'telegram.userName', value: userName ? <Ltr>{`@${userName}`}</Ltr> : null },
        ]}
      />
    </Section>
  )
}
