import { register } from '@carewatch/contracts/http/auth'
import { IconMailOpened } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { pendingInvitation } from '../../session/pending-invitation.ts'
import { signIn } from '../../session/session.ts'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { AuthForm } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import { MailSent } from './MailSent.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'

const fields: readonly Field[] = [
  {
    kind: 'text',
    name: 'firstName',
    label: 'register.firstName',
    required: true,
    half: true,
    autoComplete: 'given-name',
    maxLength: 100,
  },
  {
    kind: 'text',
    name: 'lastName',
    label: 'register.lastName',
    half: true,
    autoComplete: 'family-name',
    maxLength: 100,
  },
  {
    kind: 'text',
    type: 'email',
    name: 'email',
    label: 'signIn.email',
    required: true,
    autoComplete: 'username',
    maxLength: 254,
  },
  { kind: 'phone', name: 'contactNumber', label: 'register.phone', country: 'countryCode' },
  { kind: 'password', name: 'password', label: 'signIn.password', required: true, isNew: true },
]

const initial = {
  firstName: '',
  lastName: '',
  email: '',
  contactNumber: '',
  countryCode: 'IL',
  password: '',
}

function useRegistration() {
  const router = useRouter()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useEndpointForm({
    endpoint: register,
    initial,
    onDone: async ({ email, confirmByMail }, values) => {
      if (confirmByMail) return setSentTo(email)
      const user = await attempt(() => signIn(values.email, values.password))
      router.history.push(user ? (pendingInvitation() ? '/user/invitations' : '/') : '/auth/login')
    },
  })
  return { form, sentTo }
}

export function RegisterPage() {
  const { form, sentTo } = useRegistration()
  const links = (
    <LinkText to="/auth/login">
      <FormattedMessage id="signIn.link" />
    </LinkText>
  )
  if (sentTo)
    return (
      <AuthPage title="register.title" lead="register.sentLead" links={links}>
        <MailSent icon={IconMailOpened} message="register.sent" email={sentTo} />
      </AuthPage>
    )
  return (
    <AuthPage title="register.title" lead="register.lead" links={links}>
      <AuthForm form={form} submit="register.link">
        <Fields form={form} fields={fields} />
        <StrengthMeter password={form.values.password} />
      </AuthForm>
    </AuthPage>
  )
}
