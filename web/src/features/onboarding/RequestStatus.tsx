import type { OnboardingRequest } from '@carewatch/contracts/http/onboarding'
import { IconCircleCheckFilled, IconCircleXFilled, IconClockHour4 } from '@tabler/icons-react'
import { Group } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

const icons = { SUBMITTED: IconClockHour4, APPROVED: IconCircleCheckFilled, REJECTED: IconCircleXFilled }

/** By shape and word. */
export function RequestStatus({ status }: Pick<OnboardingRequest, 'status'>) {
  const Icon = icons[status]
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <Icon size={18} aria-hidden />
      <FormattedMessage id={`requests.status.${status}`} />
    </Group>
  )
}
