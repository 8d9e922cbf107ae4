import { beginTotp } from '@carewatch/contracts/http/auth'
import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { Button, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { Section } from '../../ui/page/Section.tsx'

/** One's own password and, for the staff, the second step of signing in. */
export function OwnSecuritySection({ person: { hasTwoStep, hasCodes } }: { person: UserDetail }) {
  const may = useMay()
  const actions = (
    <>
      <Button variant="default" onClick={() => openDialog('changePassword')}>
        <FormattedMessage id="password.change" />
      </Button>
      <Button variant="default" onClick={() => openDialog('changeEmail')}>
        <FormattedMessage id="newEmail.change" />
      </Button>
      {may(beginTotp) ? (
        <Button variant="default" onClick={() => openDialog(hasCodes ? 'endTwoStep' : 'setUpTwoStep')}>
          <FormattedMessage id={hasCodes ? 'twoStep.end' : 'twoStep.setUp'} />
        </Button>
      ) : null}
    </>
  )
  return (
    <Section title="person.security" actions={actions}>
      {may(beginTotp) ? (
        <Text>
          <FormattedMessage id={hasCodes ? 'twoStep.on' : hasTwoStep ? 'twoStep.byPasskey' : 'twoStep.off'} />
        </Text>
      ) : (
        <Text>
          <FormattedMessage id="person.passwordHint" />
        </Text>
      )}
    </Section>
  )
}
