import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { refusalOf } from '../../feedback/attempt.ts'
import { failureText } from '../../feedback/snack.ts'
import { mayHavePasskeys } from '../../session/passkeys.ts'
import { signInByPasskey } from '../../session/session.ts'
import { Notice } from '../../ui/page/Notice.tsx'

/** For whoever added one: no address and no password is typed. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isGiven, setGiven] = useState(true)
  if (!mayHavePasskeys()) return null
  const send = async () => {
    setBusy(true)
    let isIn = false
    const failure = await refusalOf(async () => (isIn = await signInByPasskey()))
    setBusy(false)
    setRefusal(failure && failureText(failure))
    setGiven(isIn || failure !== null)
    if (isIn) onDone()
  }
  return (
    <>
      {refusal ? <Notice tone="critical">{refusal}</Notice> : null}
      {isGiven ? null : (
        <Notice tone="caution">
          <FormattedMessage id="signIn.passkeyNone" />
        </Notice>
      )}
      <Button
        variant="default"
        h={48}
        loading={isBusy}
        leftSection={<IconFingerprint size={20} aria-hidden />}
        onClick={() => void send()}
      >
        <FormattedMessage id="signIn.passkey" />
      </Button>
    </>
  )
}
