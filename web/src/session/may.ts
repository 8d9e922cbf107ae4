import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import type { Role } from '@carewatch/contracts/roles'
import { useAtomValue } from 'jotai'
import { userAtom } from './session.ts'

export const mayCall = ({ allow }: Endpoint, role: Role): boolean =>
  allow === 'anyone' || allow === 'signedIn' || (allow as readonly Role[]).includes(role)

/** Whether the viewer's role is let through to a call at all: what it is not is not offered. */
export function useMay(): (endpoint: Endpoint) => boolean {
  const user = useAtomValue(userAtom)
  return (endpoint) => user !== null && mayCall(endpoint, user.role)
}
