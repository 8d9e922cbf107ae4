import { Button, Stack } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { tokenAtom } from '../../http/token.ts'
import { keepInvitation } from '../../session/pending-invitation.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { AuthPage } from './AuthPage.tsx'

const INVITATIONS = '/user/invitations'

/** The link of an invitation: what opens it stands after the `#`, which no server and no log ever sees. It is read by whoever has the address, signed in. */
export function InvitationPage() {
  const hash = useLocation({ select: (location) => location.hash })
  const [token] = useState(hash)
  const router = useRouter()
  const isSignedIn = useAtomValue(tokenAtom) !== null
  useEffect(() => {
    if (!token) return
    keepInvitation(token)
    router.history.replace(isSignedIn ? INVITATIONS : '/auth/invitation#')
  }, [token, isSignedIn, router])
  const links = (
    <LinkText to="/auth/register">
      <FormattedMessage id="register.link" />
    </LinkText>
  )
  return (
    <AuthPage title="invitations.youAre" lead="invitations.youAreLead" links={links}>
      <Stack>
        {token ? null : (
          <Notice tone="caution">
            <FormattedMessage id="invitations.noToken" />
          </Notice>
        )}
        <Button
          h={48}
          onClick={() => router.history.push(`/auth/login?returnTo=${encodeURIComponent(INVITATIONS)}`)}
        >
          <FormattedMessage id="signIn.submit" />
        </Button>
      </Stack>
    </AuthPage>
  )
}
