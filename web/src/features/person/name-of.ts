import type { User } from '@carewatch/contracts/http/user-forms'

export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()
