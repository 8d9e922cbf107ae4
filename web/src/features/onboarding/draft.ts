import { useEffect } from 'react'
import { type OnboardingValues, emptyForm } from './values.ts'

const keyOf = (deviceId: string) => `carewatch.onboarding.${deviceId}`

/** The day as its calendar shows it here. */
export const today = (): string => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

function kept(deviceId: string): Partial<OnboardingValues> {
  try {
    // Safe: written below alone; what an older form left out is filled up.
    return JSON.parse(sessionStorage.getItem(keyOf(deviceId)) ?? '{}') as Partial<OnboardingValues>
  } catch {
    return {}
  }
}

/** What was filled in before a reload, in this tab alone. */
export const draftOf = (deviceId: string): OnboardingValues => ({ ...emptyForm(today()), ...kept(deviceId) })

export const forgetDraft = (deviceId: string): void => sessionStorage.removeItem(keyOf(deviceId))

export function useDraft(deviceId: string, values: OnboardingValues): void {
  useEffect(() => {
    sessionStorage.setItem(keyOf(deviceId), JSON.stringify(values))
  }, [deviceId, values])
}
