import type { MadeInvitation } from '@carewatch/contracts/http/invitations'
import { Button, Stack } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { InvitationMade } from './InvitationMade.tsx'

/** What a dialog shows once somebody was asked. */
export function Invited({ invitation, close }: { invitation: MadeInvitation; close: () => void }) {
  return (
    <Stack aria-live="polite">
      <InvitationMade invitation={invitation} />
      <Button onClick={close}>
        <FormattedMessage id="action.close" />
      </Button>
    </Stack>
  )
}
