import type { OwnChannel } from '@carewatch/contracts/http/channels'
import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { resetTelegram } from '@carewatch/contracts/http/users'
import { Button, Group } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { userAtom } from '../../session/session.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import { confirmed } from '../../ui/form/confirm.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { SendTest } from '../../ui/controls/SendTest.tsx'
import { ConnectTelegram } from './ConnectTelegram.tsx'

async function reset(): Promise<void> {
  const isSure = await confirmed({
    title: 'telegram.reset',
    body: <FormattedMessage id="telegram.resetBody" />,
    isDangerous: true,
  })
  const userKey = 'currentUser'
  if (isSure) await doAndShow('telegram.resetDone', () => call(resetTelegram, { params: { userKey } }))
}

/** What an administrator sees of it beside the others: where the bot is named. */
function NotSetUp() {
  const isAdmin = useAtomValue(userAtom)?.role === 'ADMIN'
  return (
    <Notice tone="caution" title={<FormattedMessage id="telegram.notSetUp" />}>
      {isAdmin ? (
        <FormattedMessage
          id="telegram.howToSetUp"
          values={{ variable: <code key="variable">TELEGRAM_BOT_TOKEN</code> }}
        />
      ) : (
        <FormattedMessage id="telegram.askAdmin" />
      )}
    </Notice>
  )
}

type Props = Pick<UserDetail, 'telegram'> & { channel: OwnChannel | undefined }

/** One's alarms in Telegram: how it stands, and how it is connected. */
export function TelegramPage({ telegram: { status, userName }, channel }: Props) {
  const disconnect =
    status === 'NONE' ? null : (
      <Button variant="default" onClick={() => void reset()}>
        <FormattedMessage id="telegram.reset" />
      </Button>
    )
  return (
    <Page title="menu.telegram">
      <Section title="telegram.state" actions={disconnect}>
        <Facts
          facts={[
            { label: 'list.status', value: <FormattedMessage id={`telegram.status.${status}`} /> },
            { label: 'telegram.userName', value: userName ? <Ltr>{`@${userName}`}</Ltr> : null },
          ]}
        />
        {channel?.isFailing ? <Failing /> : null}
        {channel?.gap === null ? (
          <Group>
            <SendTest channel={channel} />
          </Group>
        ) : null}
      </Section>
      {status === 'REGISTERED' && channel?.gap !== 'notSetUp' ? null : (
        <Section title="telegram.how">
          {channel?.gap === 'notSetUp' ? <NotSetUp /> : <ConnectTelegram />}
        </Section>
      )}
    </Page>
  )
}

const Failing = () => (
  <Notice tone="caution">
    <FormattedMessage id="channels.fails" />
  </Notice>
)
