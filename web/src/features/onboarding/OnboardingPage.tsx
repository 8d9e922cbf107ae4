import { Text, Title } from '@mantine/core'
import { IconDeviceWatchQuestion } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { TopBar } from '../../shell/TopBar.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import styles from './Onboarding.module.css'
import { OnboardingWizard } from './OnboardingWizard.tsx'
import type { Step } from './values.ts'

type Props = {
  deviceId: string
  supervisorId: string | undefined
  /** Why it cannot be set up, as the server says it. */
  refusal: string | null
  step: Step
  onStep: (step: Step) => void
}

function Refused({ why }: { why: string }) {
  return (
    <div role="alert">
      <Nothing
        icon={<IconDeviceWatchQuestion aria-hidden />}
        title={<FormattedMessage id="onboard.refused" />}
        why={why}
        action={
          <LinkButton to="/" mt="md">
            <FormattedMessage id="onboard.home" />
          </LinkButton>
        }
      />
    </div>
  )
}

/** Public: whoever has the link of a device says who will wear it. */
export function OnboardingPage({ refusal, ...wizard }: Props) {
  const intl = useIntl()
  return (
    <>
      <TopBar />
      <main id="main" className={styles['page']}>
        <title>{`${intl.formatMessage({ id: 'onboard.title' })} · Carewatch`}</title>
        <div>
          <Title order={1}>
            <FormattedMessage id="onboard.title" />
          </Title>
          {refusal ? null : (
            <Text c="dimmed" mt="xs">
              <FormattedMessage id="onboard.lead" />
            </Text>
          )}
        </div>
        {refusal ? <Refused why={refusal} /> : <OnboardingWizard {...wizard} />}
      </main>
    </>
  )
}
