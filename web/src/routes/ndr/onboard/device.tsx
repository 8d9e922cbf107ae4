import { onboardingStatus, onboardingValid } from '@carewatch/contracts/http/onboarding'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { OnboardingPage } from '../../../features/onboarding/OnboardingPage.tsx'
import { steps } from '../../../features/onboarding/values.ts'
import { refusalOf } from '../../../feedback/attempt.ts'
import { call } from '../../../http/call.ts'
import { Failure } from '../../../http/failure.ts'

const InLink = z.coerce.string().optional().catch(undefined)

/** Of a device with an owner that nobody asked for by this link there is none. */
const progressOf = (deviceId: string) =>
  call(onboardingStatus, { params: { deviceId } }).catch((error: unknown) => {
    if (error instanceof Failure && error.status === 404) return null
    throw error
  })

export const Route = createFileRoute('/ndr/onboard/device')({
  validateSearch: z.object({
    deviceId: InLink,
    supervisorId: InLink,
    step: z.enum(steps).optional().catch(undefined),
  }),
  loaderDeps: ({ search: { deviceId } }) => ({ deviceId }),
  // A link without its device is answered like one with a wrong one.
  loader: async ({ deps: { deviceId = 'none' } }) => {
    const refusal = await refusalOf(() => call(onboardingValid, { params: { deviceId } }))
    if (refusal && ![400, 404, 409].includes(refusal.status)) throw refusal
    const progress = refusal?.status === 409 ? await progressOf(deviceId) : null
    return { deviceId, refusal: refusal?.serverText ?? null, progress }
  },
  component: Device,
})

function Device() {
  const navigate = Route.useNavigate()
  const { step = 'shipping', supervisorId } = Route.useSearch()
  return (
    <OnboardingPage
      {...Route.useLoaderData()}
      supervisorId={supervisorId}
      step={step}
      onStep={(next) => void navigate({ search: (search) => ({ ...search, step: next }) })}
    />
  )
}
