import { Group, List, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { QrCode } from './QrCode.tsx'
import { Secret } from './Secret.tsx'

/** What to do with an authenticator app, and what it is to scan. */
export function TwoStepSecret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <>
      <List type="ordered" spacing="xs">
        <List.Item>
          <FormattedMessage id="twoStep.app" />
        </List.Item>
        <List.Item>
          <FormattedMessage id="twoStep.scan" />
        </List.Item>
        <List.Item>
          <FormattedMessage id="twoStep.type" />
        </List.Item>
      </List>
      <Group justify="center">
        <QrCode text={uri} label="twoStep.qr" />
      </Group>
      <Secret label="twoStep.secret" value={secret} />
      <Text size="sm" c="dimmed">
        <FormattedMessage id="twoStep.lost" />
      </Text>
    </>
  )
}
