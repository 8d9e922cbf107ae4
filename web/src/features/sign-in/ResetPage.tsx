import { changePasswordFromLink } from '@carewatch/contracts/http/auth'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { showDone } from '../../ui/page/done.ts'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'

const fields: readonly Field[] = [
  { kind: 'password', name: 'newPassword', label: 'password.new', required: true, isNew: true },
]

function ResetForm({ token }: { token: string }) {
  const router = useRouter()
  const form = useEndpointForm({
    endpoint: changePasswordFromLink,
    initial: { newPassword: '' },
    body: ({ newPassword }) => ({ token, ...(newPassword && { newPassword }) }),
    onDone: () => {
      // The link is used up: it leaves the address and the history.
      router.history.replace('/auth/login')
      showDone('done.passwordReset')
    },
  })
  return (
    <AuthForm form={form} submit="reset.submit">
      <Fields form={form} fields={fields} />
      <StrengthMeter password={form.values.newPassword} />
    </AuthForm>
  )
}

/** The link of a mail: what opens it stands after the `#`, which no server and no log ever sees. */
export function ResetPage() {
  const hash = useLocation({ select: (location) => location.hash })
  const [token] = useState(hash)
  const links = (
    <>
      <LinkText to="/auth/login">
        <FormattedMessage id="signIn.link" />
      </LinkText>
      <LinkText to="/auth/forgotPassword">
        <FormattedMessage id="reset.newLink" />
      </LinkText>
    </>
  )
  return (
    <AuthPage title="reset.title" lead="reset.lead" links={links}>
      {token ? (
        <ResetForm token={token} />
      ) : (
        <Notice tone="critical">
          <FormattedMessage id="reset.noToken" />
        </Notice>
      )}
    </AuthPage>
  )
}
