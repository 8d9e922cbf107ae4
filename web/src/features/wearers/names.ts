import type { Wearer } from '@carewatch/contracts/http/wearers'

type Names = Pick<Wearer, 'firstName' | 'lastName'>

export const nameOf = ({ firstName, lastName }: Names): string => `${firstName} ${lastName}`.trim()
