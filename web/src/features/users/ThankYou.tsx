import { Code, Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Notice } from '../../ui/page/Notice.tsx'
import { InvitationMade } from '../../ui/people/InvitationMade.tsx'
import { nameOf } from './columns.tsx'
import type { Made } from './use-new-user.ts'

/** A password that could not be mailed is shown here, this once. */
export function ThankYou({ made }: { made: Made | null }) {
  if (!made) return null
  const { user, password, isMailed, invitation } = made
  if (invitation) return <InvitationMade invitation={invitation} />
  if (!user) return null
  return (
    <Stack>
      <Text fz="lg" fw={550}>
        <FormattedMessage id="addUser.done" values={{ name: <bdi key="name">{nameOf(user)}</bdi> }} />
      </Text>
      <Text>
        <FormattedMessage id={isMailed ? 'addUser.mailed' : 'addUser.next'} />
      </Text>
      {password ? (
        <Notice tone="caution" title={<FormattedMessage id="addUser.passwordOnce" />}>
          <Code dir="ltr" fz="lg" p="xs">
            {password}
          </Code>
        </Notice>
      ) : null}
    </Stack>
  )
}
