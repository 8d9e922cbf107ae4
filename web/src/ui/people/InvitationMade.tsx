import type { MadeInvitation } from '@carewatch/contracts/http/invitations'
import { Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Secret } from '../controls/Secret.tsx'
import { Ltr } from '../figures/Ltr.tsx'
import { Notice } from '../page/Notice.tsx'

type Props = { invitation: MadeInvitation; email?: string }

/** Somebody was asked; where no mail is sent, the link to hand over stands here, this once. */
export function InvitationMade({ invitation: { link }, email }: Props) {
  return (
    <Stack>
      {email ? (
        <Text fw={550}>
          <Ltr>{email}</Ltr>
        </Text>
      ) : null}
      <Text>
        <FormattedMessage id={link === null ? 'invitations.mailed' : 'invitations.handOver'} />
      </Text>
      {link === null ? null : (
        <Notice tone="caution" title={<FormattedMessage id="invitations.linkOnce" />}>
          <Secret label="invitations.link" value={link} testId="invitation-link" />
        </Notice>
      )}
    </Stack>
  )
}
