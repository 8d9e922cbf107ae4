import { Text, Title } from '@mantine/core'
import { IconDeviceWatchQuestion } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { TopBar } from '../../shell/TopBar.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import styles from './Onboarding.module.css'
import { OnboardingWizard } from './OnboardingWizard.tsx'
import { type Progress, RequestProgress } from './RequestProgress.tsx'
import type { Step } from './values.ts'

type Props = {
  deviceId: string
  supervisorId: string | undefined
  /** Why it cannot be set up, as the server says it. */
  refusal: string | null
  /** Where somebody asked for it by this link: how far that is. */
  progress: Progress | null
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

function Asked({ why, progress }: { why: string; progress: Progress }) {
  return (
    <section>
      <Title order={2} mb="md">
        <FormattedMessage id="onboard.asked" />
      </Title>
      {progress.status === 'SUBMITTED' ? <Text mb="lg">{why}</Text> : null}
      <RequestProgress {...progress} />
    </section>
  )
}

/** Public: whoever has the link of a device says who will wear it. */
export function OnboardingPage({ refusal, progress, ...wizard }: Props) {
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
        {refusal && progress ? (
          <Asked why={refusal} progress={progress} />
        ) : refusal ? (
          <Refused why={refusal} />
        ) : (
          <OnboardingWizard {...wizard} />
        )}
      </main>
    </>
  )
}
