import { FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { AuthPage } from './AuthPage.tsx'
import { SignInForm } from './SignInForm.tsx'

export function SignInPage() {
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
      <SignInForm />
    </AuthPage>
  )
}
