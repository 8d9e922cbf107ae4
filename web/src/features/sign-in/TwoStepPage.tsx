import { confirmTotp } from '@carewatch/contracts/http/auth'
import { Button } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { mayHavePasskeys } from '../../session/passkeys.ts'
import { signOut, userAtom } from '../../session/session.ts'
import { TwoStepSecret } from '../../ui/controls/TwoStepSecret.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { AuthForm } from './AuthForm.tsx'
import { PasskeySetUp } from './PasskeySetUp.tsx'
import { AuthPage } from './AuthPage.tsx'

const password: readonly Field[] = [
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

const route = getRouteApi('/auth/twoStep')

/** Their company asks for a second step: nothing else is open until it is set up. */
export function TwoStepPage() {
  const router = useRouter()
  const secrets = route.useLoaderData()
  const { returnTo } = route.useSearch()
  const [user, setUser] = useAtom(userAtom)
  const [isByPasskey, setByPasskey] = useState(false)
  const goOn = (done: 'twoStep.done' | 'passkeys.added') => {
    if (user) setUser({ ...user, mustSetUpTwoStep: false })
    router.history.replace(returnTo ?? '/')
    showDone(done)
  }
  const form = useEndpointForm({
    endpoint: confirmTotp,
    initial: { password: '', code: '' },
    onDone: () => goOn('twoStep.done'),
  })
  return (
    <AuthPage
      title="twoStep.setUp"
      lead={user?.role === 'ADMIN' ? 'twoStep.askedHere' : 'twoStep.askedLead'}
      links={
        <>
          {mayHavePasskeys() ? (
            <Button variant="subtle" onClick={() => setByPasskey(!isByPasskey)}>
              <FormattedMessage id={isByPasskey ? 'twoStep.appInstead' : 'twoStep.passkeyInstead'} />
            </Button>
          ) : null}
          <Button variant="subtle" onClick={() => void attempt(signOut)}>
            <FormattedMessage id="shell.logout" />
          </Button>
        </>
      }
    >
      {isByPasskey ? (
        <PasskeySetUp onDone={() => goOn('passkeys.added')} />
      ) : (
        <AuthForm form={form} submit="twoStep.turnOn">
          <TwoStepSecret {...secrets} />
          <Fields form={form} fields={password} />
          <CodeField form={form} />
        </AuthForm>
      )}
    </AuthPage>
  )
}
