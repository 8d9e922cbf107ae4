import { useAtomValue } from 'jotai'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FormattedMessage } from 'react-intl'
import { endedAtom } from '../../http/ended.ts'
import { everyText } from '../../i18n/intl.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { AuthPage } from './AuthPage.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { SignInForm } from './SignInForm.tsx'

const route = getRouteApi('/auth/login')

export function SignInPage() {
  const router = useRouter()
  const { returnTo } = route.useSearch()
  useEffect(() => {
    // What comes next, while somebody types; where it does not come, the next page asks for it again.
    everyText().catch(() => {})
  }, [])
  const goOn = () => router.history.push(returnTo ?? '/')
  const ended = useAtomValue(endedAtom)
  const links = (
    <>
      <LinkText to="/auth/forgotPassword">
        <FormattedMessage id="forgot.link" />
      </LinkText>
      <LinkText to="/auth/register">
        <FormattedMessage id="register.link" />
      </LinkText>
    </>
  )
  return (
    <AuthPage title="signIn.title" lead="signIn.lead" links={links}>
      {ended === 'no' ? null : (
        <Notice tone="caution">
          <FormattedMessage id={`signIn.ended.${ended}`} />
        </Notice>
      )}
      <SignInForm onDone={goOn} />
      <PasskeySignIn onDone={goOn} />
    </AuthPage>
  )
}
