import { login } from '@carewatch/contracts/http/auth'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { refusalOf } from '../../feedback/attempt.ts'
import type { Failure } from '../../http/failure.ts'
import { fieldErrors } from '../../i18n/field-errors.ts'
import { signIn } from '../../session/session.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { failureText } from '../../feedback/snack.ts'

/** Only who has been asked for a code fills one in. */
const credentialsOf = (
  { code, ...values }: { email: string; password: string; code: string },
  isAsked: boolean,
) => ({
  ...values,
  ...(isAsked && { code: code.replaceAll(' ', '') }),
})

function useSignIn(onDone: () => void) {
  const intl = useIntl()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const form = useForm({
    initialValues: { email: '', password: '', code: '' },
    validate: (values) => fieldErrors(intl, login.body, credentialsOf(values, isCodeAsked)),
  })

  const submit = async (values: typeof form.values) => {
    setFailure(null)
    const { email, password, code } = credentialsOf(values, isCodeAsked)
    const refusal = await refusalOf(() => signIn(email, password, code))
    if (!refusal) return onDone()
    const isAskedNow = refusal.context['codeRequired'] === true
    if (isAskedNow) form.setFieldValue('code', '')
    setCodeAsked(isAskedNow || isCodeAsked)
    // The first time it is a question, not a fault.
    if (!isAskedNow || isCodeAsked) setFailure(refusal)
  }
  const focusFirst = (errors: typeof form.errors) => {
    const first = ['email', 'password', 'code'].find((name) => name in errors)
    if (first) form.getInputNode(first)?.focus()
  }
  return { form, failure, isCodeAsked, send: form.onSubmit(submit, focusFirst) }
}

export function SignInForm({ onDone }: { onDone: () => void }) {
  const intl = useIntl()
  const { form, failure, isCodeAsked, send } = useSignIn(onDone)
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {failure ? <Notice tone="critical">{failureText(failure)}</Notice> : null}
        <TextInput
          label={intl.formatMessage({ id: 'signIn.email' })}
          type="email"
          autoComplete="username"
          dir="ltr"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={intl.formatMessage({ id: 'signIn.password' })}
          autoComplete="current-password"
          dir="ltr"
          visibilityToggleButtonProps={{ 'aria-label': intl.formatMessage({ id: 'signIn.showPassword' }) }}
          {...form.getInputProps('password')}
        />
        {isCodeAsked ? (
          <TextInput
            label={intl.formatMessage({ id: 'signIn.code' })}
            description={intl.formatMessage({ id: 'signIn.codeHint' })}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            dir="ltr"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person must answer it now.
            autoFocus
            {...form.getInputProps('code')}
          />
        ) : null}
        <Button type="submit" h={48} mt="xs" loading={form.submitting}>
          <FormattedMessage id="signIn.submit" />
        </Button>
      </Stack>
    </form>
  )
}
