import { sendRecoveryEmail } from '@carewatch/contracts/http/auth'
import { IconMailOpened } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { showDone } from '../../ui/page/done.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import { MailSent } from './MailSent.tsx'

const fields: readonly Field[] = [
  {
    kind: 'text',
    name: 'key',
    label: 'forgot.key',
    required: true,
    autoComplete: 'username',
    maxLength: 254,
    ltr: true,
  },
]

function useRecovery() {
  const intl = useIntl()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isMailed, setMailed] = useState(true)
  const form = useEndpointForm({
    endpoint: sendRecoveryEmail,
    initial: { key: '' },
    onDone: (reply) => {
      setMailed(reply.isMailed)
      if (!reply.isMailed) return
      setSentTo(reply.email)
      showDone('done.email')
    },
  })
  const send = (event?: FormEvent<HTMLFormElement>) => {
    if (form.values.key.trim()) return form.send(event)
    event?.preventDefault()
    form.setFieldError('key', intl.formatMessage({ id: 'refusal.noUserKey' }))
    form.getInputNode('key')?.focus()
  }
  return { form: { ...form, send }, sentTo, isMailed }
}

export function ForgotPage() {
  const { form, sentTo, isMailed } = useRecovery()
  const links = (
    <LinkText to="/auth/login">
      <FormattedMessage id="signIn.link" />
    </LinkText>
  )
  return (
    <AuthPage title="forgot.title" lead="forgot.lead" links={links}>
      {sentTo ? <MailSent icon={IconMailOpened} message="forgot.sent" email={sentTo} /> : null}
      {isMailed ? null : (
        <Notice tone="critical">
          <FormattedMessage id="forgot.noMail" />
        </Notice>
      )}
      <AuthForm form={form} submit={sentTo ? 'forgot.again' : 'forgot.submit'}>
        <Fields form={form} fields={fields} />
      </AuthForm>
    </AuthPage>
  )
}
