import type { Role } from './roles.ts'

/** What an account's person is asked to become. */
export const invitationKinds = ['ONBOARDING', 'OWNER', 'RELATIVE', 'ACCOUNT'] as const
export type InvitationKind = (typeof invitationKinds)[number]

export const invitationStatuses = ['OPEN', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'LAPSED'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

export const INVITATION_DAYS = 14

/** What a yes gives, beside the device and who wears it. Rows are named by their inner id: names of people stand in no invitation. */
export type InvitationGift = {
  /** RELATIVE */
  maySeeLocation?: boolean
  /** RELATIVE: also what was recorded before the yes. */
  maySeePast?: boolean
  /** OWNER: who was responsible when it was asked. */
  fromOwnerId?: number | null
  /** ONBOARDING, ACCOUNT: who of the company looks after them. */
  supervisorId?: number | null
  /** ACCOUNT */
  role?: Role
  companyId?: number | null
  branchId?: number | null
}

/** What somebody who says yes will see or do. */
export const invitationViews = ['VITALS', 'LOCATION', 'ALARMS', 'SETTINGS', 'PAST', 'WORK'] as const
export type InvitationView = (typeof invitationViews)[number]

const OF_OWNER: readonly InvitationView[] = ['VITALS', 'LOCATION', 'ALARMS', 'SETTINGS']

const views: Record<InvitationKind, (gift: InvitationGift) => readonly InvitationView[]> = {
  ONBOARDING: () => OF_OWNER,
  OWNER: () => OF_OWNER,
  RELATIVE: ({ maySeeLocation, maySeePast }) => [
    'VITALS',
    ...(maySeeLocation ? (['LOCATION'] as const) : []),
    'ALARMS',
    ...(maySeePast ? (['PAST'] as const) : []),
  ],
  ACCOUNT: () => ['WORK'],
}

export const viewsOf = (kind: InvitationKind, gift: InvitationGift): InvitationView[] => [
  ...views[kind](gift),
]
