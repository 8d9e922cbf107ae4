import * as contract from '@carewatch/contracts/http/onboarding'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { approveOnboarding } from './approve.ts'
import { rejectOnboarding } from './decide.ts'
import { onboardingDetail } from './detail.ts'
import { listOnboarding } from './list.ts'
import { getOpenDevice } from './open-device.ts'
import { readOnboardingStatus } from './request-status.ts'
import { sendOnboardingEmail } from './send-email.ts'
import { submitOnboarding } from './submit.ts'

export function onboardingRoutes(serve: Serve, services: Services, publicUrl: string): void {
  const { db } = services
  serve.toAnyone(contract.onboardingValid, async ({ params }) => {
    const { uuid } = await getOpenDevice(db, params.deviceId)
    return { deviceUUID: uuid, isValid: true as const }
  })
  serve.toAnyone(contract.onboardingStatus, ({ params }) => readOnboardingStatus(db, params.deviceId))
  serve.toAnyone(contract.onboardingSubmit, ({ body }, stranger) =>
    submitOnboarding(services, body, stranger),
  )
  serve(contract.onboardingEmail, ({ body }, caller) =>
    sendOnboardingEmail(services, caller, { body, publicUrl }),
  )
  serve(contract.allOnboarding, (asked, viewer) => listOnboarding(db, viewer, asked))
  serve(contract.onboardingDetail, ({ params }, caller) => onboardingDetail(services, caller, params.uuid))
  serve(contract.approveOnboarding, ({ params }, caller) => approveOnboarding(services, caller, params.uuid))
  serve(contract.rejectOnboarding, ({ params, body }, caller) =>
    rejectOnboarding(db, caller, { ...params, ...body }),
  )
}
