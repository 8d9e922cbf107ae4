import { permissions } from './permissions.ts'
import type { Role } from './roles.ts'

/** What a program of somebody's own reads in their name: a calendar their duties, Home Assistant what the watches measure that are theirs. */
export const personalLinks = ['calendar', 'homeAssistant'] as const
export type PersonalLinkKind = (typeof personalLinks)[number]

const allowed: Record<PersonalLinkKind, readonly Role[]> = {
  calendar: permissions.seeDuties,
  homeAssistant: permissions.linkHome,
}

export const mayHaveLink = (role: Role, kind: PersonalLinkKind): boolean => allowed[kind].includes(role)
