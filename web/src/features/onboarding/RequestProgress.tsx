import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { onboardingStatus } from '@carewatch/contracts/http/onboarding'
import { Timeline } from '@mantine/core'
import { IconCheck, IconClockHour4, IconX } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'

export type Progress = Reply<typeof onboardingStatus>

const marks = { done: IconCheck, open: IconClockHour4, no: IconX }
const Mark = ({ as }: { as: keyof typeof marks }) => {
  const Icon = marks[as]
  return <Icon size={16} aria-hidden />
}

const ofDecision = { SUBMITTED: 'open', APPROVED: 'done', REJECTED: 'no' } as const

/** How far a request is: received, decided, and whether the device was heard since. */
export function RequestProgress({ status, submittedAt, decidedAt, isConnected }: Progress) {
  return (
    <Timeline bulletSize={28} active={isConnected ? 2 : status === 'SUBMITTED' ? 0 : 1}>
      <Timeline.Item bullet={<Mark as="done" />} title={<FormattedMessage id="onboard.received" />}>
        <Moment at={submittedAt} />
      </Timeline.Item>
      <Timeline.Item
        bullet={<Mark as={ofDecision[status]} />}
        title={<FormattedMessage id={`onboard.decision.${status}`} />}
      >
        {decidedAt ? <Moment at={decidedAt} /> : null}
      </Timeline.Item>
      {status === 'REJECTED' ? null : (
        <Timeline.Item
          bullet={<Mark as={isConnected ? 'done' : 'open'} />}
          title={<FormattedMessage id={isConnected ? 'onboard.connected' : 'onboard.notConnected'} />}
        />
      )}
    </Timeline>
  )
}
