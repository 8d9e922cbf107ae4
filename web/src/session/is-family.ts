import { useAtomValue } from 'jotai'
import { userAtom } from './session.ts'

/** Families look after a person; whoever works in a house, after residents. */
export function useIsFamily(): boolean {
  const role = useAtomValue(userAtom)?.role
  return role === 'OWNER' || role === 'RELATIVE'
}
