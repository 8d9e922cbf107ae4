import { login } from '@carewatch/contracts/http/auth'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { refusalOf } from '../../http/attempt.ts'
import { fieldErrors } from '../../i18n/field-errors.ts'
import { signIn } from '../../session/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { failureText } from '../../ui/snack.ts'

const route = getRouteApi('/auth/login')

export function SignInForm() {
  const intl = useIntl()
  const router = useRouter()
  const { returnTo } = route.useSearch()
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: (values) => fieldErrors(intl, login.body, values),
  })

  const submit = async ({ email, password }: typeof form.values) => {
    setRefusal(null)
    const failure = await refusalOf(() => signIn(email, password))
    if (failure) setRefusal(failureText(failure))
    else router.history.push(returnTo ?? '/')
  }

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        {refusal ? <Notice tone="critical">{refusal}</Notice> : null}
        <TextInput
          label={intl.formatMessage({ id: 'signIn.email' })}
          type="email"
          autoComplete="username"
          dir="ltr"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={intl.formatMessage({ id: 'signIn.password' })}
          autoComplete="current-password"
          dir="ltr"
          visibilityToggleButtonProps={{ 'aria-label': intl.formatMessage({ id: 'signIn.showPassword' }) }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" h={48} mt="xs" loading={form.submitting}>
          <FormattedMessage id="signIn.submit" />
        </Button>
      </Stack>
    </form>
  )
}
