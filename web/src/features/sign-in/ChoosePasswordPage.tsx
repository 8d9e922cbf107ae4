import { changePassword } from '@carewatch/contracts/http/auth'
import { Button } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { signOut, userAtom } from '../../session/session.ts'
import { showDone } from '../../ui/page/done.ts'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'

const route = getRouteApi('/auth/changePassword')

const fields: readonly Field[] = [
  { kind: 'password', name: 'oldPassword', label: 'choosePassword.given', required: true },
  { kind: 'password', name: 'newPassword', label: 'password.new', required: true, isNew: true },
]

/** Somebody else chose the password: nothing else is open until its owner has chosen one. */
export function ChoosePasswordPage() {
  const router = useRouter()
  const { returnTo } = route.useSearch()
  const [user, setUser] = useAtom(userAtom)
  const form = useEndpointForm({
    endpoint: changePassword,
    initial: { oldPassword: '', newPassword: '' },
    onDone: () => {
      if (user) setUser({ ...user, mustChangePassword: false })
      router.history.replace(returnTo ?? '/')
      showDone('done.passwordReset')
    },
  })
  return (
    <AuthPage
      title="choosePassword.title"
      lead="choosePassword.lead"
      links={
        <Button variant="subtle" onClick={() => void attempt(signOut)}>
          <FormattedMessage id="shell.logout" />
        </Button>
      }
    >
      <AuthForm form={form} submit="reset.submit">
        <Fields form={form} fields={fields} />
        <StrengthMeter password={form.values.newPassword} />
      </AuthForm>
    </AuthPage>
  )
}
