import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { refusalOf } from '../feedback/attempt.ts'
import { isExpiredAtom, isRenewingAtom, signIn, signOutHere, userAtom } from '../session/session.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { failureText } from '../feedback/snack.ts'

function useSignInAgain(email: string, onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = new FormData(event.currentTarget)
    const of = (name: string): string => {
      const text = written.get(name)
      return typeof text === 'string' ? text : ''
    }
    setBusy(true)
    const failure = await refusalOf(() => signIn(email, of('password'), of('code').replaceAll(' ', '')))
    setBusy(false)
    const isAskedNow = failure?.context['codeRequired'] === true
    setCodeAsked(isAskedNow || isCodeAsked)
    // The first time it is a question, not a fault.
    setRefusal(failure && (!isAskedNow || isCodeAsked) ? failureText(failure) : null)
    if (!failure) onDone()
  }
  return { isBusy, refusal, isCodeAsked, submit }
}

/** The session ended in the middle of a form: the form waits behind this until its person is back. */
export function SignInAgain() {
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  const [isExpired, setExpired] = useAtom(isExpiredAtom)
  const [isRenewing, setRenewing] = useAtom(isRenewingAtom)
  const close = () => {
    setExpired(false)
    setRenewing(false)
  }
  const { isBusy, refusal, isCodeAsked, submit } = useSignInAgain(user?.email ?? '', close)
  return (
    <Modal
      opened={(isExpired || isRenewing) && user !== null}
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
            <FormattedMessage id={isExpired ? 'again.why' : 'again.before'} />
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
          {isCodeAsked ? (
            <TextInput
              name="code"
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              label={intl.formatMessage({ id: 'signIn.code' })}
              description={intl.formatMessage({ id: 'signIn.codeHint' })}
            />
          ) : null}
          <Button type="submit" loading={isBusy}>
            <FormattedMessage id="signIn.submit" />
          </Button>
          <Button variant="default" onClick={isExpired ? signOutHere : close}>
            <FormattedMessage id={isExpired ? 'again.leave' : 'action.cancel'} />
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
