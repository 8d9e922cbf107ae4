import { connectTelegram } from '@carewatch/contracts/http/channels'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconBrandTelegram } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, FormattedTime } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { QrCode } from '../../ui/controls/QrCode.tsx'
import { reloadScreens } from '../../ui/page/reload.ts'

type Link = { link: string; expiresAt: Date }

const LOOK_EVERY_MS = 3_000

/** The link as a code for another device's camera and as a button for this one; it looks by itself whether Start was pressed. */
function Follow({ link: { link, expiresAt } }: { link: Link }) {
  useInterval(
    () => {
      if (!document.hidden && expiresAt > new Date()) reloadScreens()
    },
    LOOK_EVERY_MS,
    { autoInvoke: true },
  )
  return (
    <Group align="center" gap="lg">
      <Stack gap="sm" align="flex-start">
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noreferrer"
          size="md"
          leftSection={<IconBrandTelegram size={20} aria-hidden />}
        >
          <FormattedMessage id="telegram.open" />
        </Button>
        <Text component="output" c="dimmed" size="sm">
          <FormattedMessage
            id="telegram.waiting"
            values={{ time: <FormattedTime key="time" value={expiresAt} /> }}
          />
        </Text>
      </Stack>
      <QrCode text={link} label="telegram.qr" />
    </Group>
  )
}

/** Connecting: a link that is good once, and what to do with it. */
export function ConnectTelegram() {
  const [link, setLink] = useState<Link | null>(null)
  const ask = async () => setLink(await attempt(() => call(connectTelegram, { body: undefined })))
  return (
    <>
      <Text>
        <FormattedMessage id="telegram.what" />
      </Text>
      <List type="ordered" spacing="xs">
        {(['link', 'start', 'answer'] as const).map((step) => (
          <List.Item key={step}>
            <FormattedMessage id={`telegram.step.${step}`} />
          </List.Item>
        ))}
      </List>
      {link ? <Follow link={link} /> : null}
      <Group>
        <Button variant={link ? 'default' : 'filled'} onClick={() => void ask()}>
          <FormattedMessage id={link ? 'telegram.again' : 'telegram.connect'} />
        </Button>
      </Group>
    </>
  )
}
