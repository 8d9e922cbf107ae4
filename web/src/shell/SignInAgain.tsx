import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { refusalOf } from '../http/attempt.ts'
import { isExpiredAtom, signIn, signOutHere, userAtom } from '../session/session.ts'
import { Notice } from '../ui/Notice.tsx'
import { failureText } from '../ui/snack.ts'

function useSignInAgain(email: string, onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    if (typeof password !== 'string') return
    setBusy(true)
    const failure = await refusalOf(() => signIn(email, password))
    setBusy(false)
    setRefusal(failure && failureText(failure))
    if (!failure) onDone()
  }
  return { isBusy, refusal, submit }
}

/** The session ended in the middle of a form: the form waits behind this until its person is back. */
export function SignInAgain() {
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  const [isExpired, setExpired] = useAtom(isExpiredAtom)
  const { isBusy, refusal, submit } = useSignInAgain(user?.email ?? '', () => setExpired(false))
  return (
    <Modal
      opened={isExpired && user !== null}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={500}
      title={<FormattedMessage id="again.title" />}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Text>
            <FormattedMessage id="again.why" />
          </Text>
          {refusal ? <Notice tone="critical">{refusal}</Notice> : null}
          <PasswordInput
            name="password"
            dir="ltr"
            autoComplete="current-password"
            data-autofocus
            label={intl.formatMessage({ id: 'signIn.password' })}
            visibilityToggleButtonProps={{ 'aria-label': intl.formatMessage({ id: 'signIn.showPassword' }) }}
          />
          <Button type="submit" loading={isBusy}>
            <FormattedMessage id="signIn.submit" />
          </Button>
          <Button variant="default" onClick={signOutHere}>
            <FormattedMessage id="again.leave" />
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
