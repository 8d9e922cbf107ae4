import type { Role } from '@carewatch/contracts/roles'

const customers: readonly Role[] = ['OWNER', 'RELATIVE', 'USER']

/** What whoever wears or buys a watch does not see of accounts (specification, point 6: Form elements). */
export const hidesAccount = (role: Role): boolean => customers.includes(role)
/** Owners and relatives belong to no company that they would know of. */
export const hidesPlace = (role: Role): boolean => role === 'OWNER' || role === 'RELATIVE'
