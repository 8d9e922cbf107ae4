import { onboardingSubmit } from '@carewatch/contracts/http/onboarding'
import { useState } from 'react'
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { snack } from '../../feedback/snack.ts'
import { draftOf, forgetDraft, useDraft } from './draft.ts'
import { bodyOf, type OnboardingValues } from './values.ts'

/** The specification's second between the good news and the page as it is now. */
const RELOAD_AFTER_MS = 1_000

export type OnboardingForm = EndpointForm<OnboardingValues>
export type Link = { deviceId: string; supervisorId: string | undefined }

export function useOnboarding({ deviceId, supervisorId }: Link): OnboardingForm {
  const [initial] = useState(() => draftOf(deviceId))
  const form = useEndpointForm<typeof onboardingSubmit, OnboardingValues>({
    endpoint: onboardingSubmit,
    initial,
    body: (values) => ({ ...bodyOf(values), deviceUUID: deviceId, ...(supervisorId && { supervisorId }) }),
    onDone: async () => {
      snack('success', 200, currentIntl().formatMessage({ id: 'done.onboarding' }))
      await new Promise((resolve) => setTimeout(resolve, RELOAD_AFTER_MS))
      forgetDraft(deviceId)
      location.reload()
    },
  })
  useDraft(deviceId, form.values)
  return form
}
