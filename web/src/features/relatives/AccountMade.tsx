import type { MadeAccount } from '@carewatch/contracts/http/relatives'
import { Button, Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import type { z } from 'zod'
import { Notice } from '../../ui/page/Notice.tsx'
import { Secret } from '../../ui/controls/Secret.tsx'

type Props = { account: z.output<typeof MadeAccount>; close: () => void }

/** The account made for a relative; its password is mailed, or stands here this once. */
export function AccountMade({ account: { userName, password, isMailed }, close }: Props) {
  return (
    <Stack>
      <Text>
        <FormattedMessage id={isMailed ? 'relatives.mailed' : 'relatives.made'} />
      </Text>
      <Secret label="users.userName" value={userName} />
      {password ? (
        <Notice tone="caution" title={<FormattedMessage id="addUser.passwordOnce" />}>
          <Secret label="devices.password" value={password} />
        </Notice>
      ) : null}
      <Button onClick={close}>
        <FormattedMessage id="action.close" />
      </Button>
    </Stack>
  )
}
