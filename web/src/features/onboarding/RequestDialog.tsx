import { approveOnboarding, onboardingDetail } from '@carewatch/contracts/http/onboarding'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { Decision, Outcome } from './Decision.tsx'
import { RequestFacts } from './RequestFacts.tsx'

type Detail = Reply<typeof onboardingDetail>

function Request({ loaded, close }: { loaded: Detail; close: () => void }) {
  const may = useMay()
  const [approved, setApproved] = useState<Reply<typeof approveOnboarding> | null>(null)
  if (approved) return <Outcome approved={approved} close={close} />
  const { uuid, ownerName, status } = loaded.request
  return (
    <Stack gap="lg">
      <RequestFacts {...loaded} />
      {status === 'SUBMITTED' && may(approveOnboarding) ? (
        <Decision uuid={uuid} ownerName={ownerName} onApproved={setApproved} close={close} />
      ) : null}
    </Stack>
  )
}

export const onboardingRequest = dialog<{ uuid: string }, Detail>({
  title: 'requests.title',
  suffix: (_, { request }) => request.ownerName,
  size: 'lg',
  load: ({ uuid }) => call(onboardingDetail, { params: { uuid } }),
  Body: Request,
})
