import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { onboardingStatus } from '@carewatch/contracts/http/onboarding'
import { Group, Stack, Text } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleXFilled, IconClockHour4 } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Moment } from '../../ui/figures/Moment.tsx'

export type Progress = Reply<typeof onboardingStatus>

const marks = { done: IconCircleCheckFilled, open: IconClockHour4, refused: IconCircleXFilled }
const ofDecision = { SUBMITTED: 'open', APPROVED: 'done', REJECTED: 'refused' } as const

/** By shape and word: what has come, what is waited for, and what will not be. */
function Step({ as, id, at }: { as: keyof typeof marks; id: MessageId; at?: Date | null }) {
  const Icon = marks[as]
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <Icon size={24} aria-hidden style={{ flex: 'none' }} />
      <div>
        <Text fw={550}>
          <FormattedMessage id={id} />
        </Text>
        {at ? (
          <Text size="sm" c="dimmed">
            <Moment at={at} />
          </Text>
        ) : null}
      </div>
    </Group>
  )
}

/** How far a request is: received, decided, and whether the device was heard since. */
export const RequestProgress = ({ status, submittedAt, decidedAt, isConnected }: Progress) => (
  <Stack component="ol" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
    <Step as="done" id="onboard.received" at={submittedAt} />
    <Step as={ofDecision[status]} id={`onboard.decision.${status}`} at={decidedAt} />
    {status === 'REJECTED' ? null : (
      <Step
        as={isConnected ? 'done' : 'open'}
        id={isConnected ? 'onboard.connected' : 'onboard.notConnected'}
      />
    )}
  </Stack>
)
