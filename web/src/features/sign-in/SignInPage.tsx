import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { endedAtom } from '../../http/ended.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { AuthPage } from './AuthPage.tsx'
import { SignInForm } from './SignInForm.tsx'

export function SignInPage() {
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
      <SignInForm />
    </AuthPage>
  )
}
