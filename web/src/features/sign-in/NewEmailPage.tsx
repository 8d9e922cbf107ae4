import { confirmEmail } from '@carewatch/contracts/http/auth'
import { Button } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { tokenAtom } from '../../http/token.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { showDone } from '../../ui/page/done.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { AuthPage } from './AuthPage.tsx'

/** The link that went to a new mailbox: opened by whoever asked for it, signed in, the mailbox is theirs. */
export function NewEmailPage() {
  const hash = useLocation({ select: (location) => location.hash })
  const [token] = useState(hash)
  const router = useRouter()
  const isSignedIn = useAtomValue(tokenAtom) !== null
  const confirm = async () => {
    const answer = await attempt(() => call(confirmEmail, { body: { token } }))
    if (!answer) return
    router.history.replace('/user/invitations')
    showDone('newEmail.done')
  }
  const links = (
    <LinkText to="/auth/login">
      <FormattedMessage id="signIn.link" />
    </LinkText>
  )
  return (
    <AuthPage title="newEmail.title" lead="newEmail.lead" links={isSignedIn ? undefined : links}>
      {isSignedIn && token ? (
        <Button h={48} onClick={() => void confirm()}>
          <FormattedMessage id="newEmail.confirm" />
        </Button>
      ) : (
        <Notice tone="caution">
          <FormattedMessage id={token ? 'newEmail.signInFirst' : 'reset.noToken'} />
        </Notice>
      )}
    </AuthPage>
  )
}
