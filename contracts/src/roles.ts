import { z } from 'zod'

/** The nine roles in the order of their ids (specification, point 6). */
export const roles = [
  'ADMIN',
  'MANAGER',
  'SUPERVISOR',
  'OWNER',
  'RELATIVE',
  'USER',
  'MONITOR',
  'BRANCH_MONITOR',
  'COMPANY_MONITOR',
] as const
export const Role = z.enum(roles)
export type Role = z.output<typeof Role>

export const roleId = (role: Role): number => roles.indexOf(role)

export const userTypes = ['WATCH', 'GATEWAY'] as const
export const UserType = z.enum(userTypes)
export type UserType = z.output<typeof UserType>

/** Of whom a company may ask a second step at the sign-in: its staff. */
export const twoStepRoles = ['MANAGER', 'SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'] as const
export const TwoStepRole = z.enum(twoStepRoles)
export type TwoStepRole = z.output<typeof TwoStepRole>
