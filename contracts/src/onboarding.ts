/** What becomes of a request for a device. */
export const onboardingStates = ['SUBMITTED', 'APPROVED', 'REJECTED'] as const
