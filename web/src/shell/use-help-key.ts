import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { userAtom } from '../session/session.ts'
import { mayOpen } from './navigation.ts'

/** F1 leads to the guide, from wherever somebody looks for help. */
export function useHelpKey(): void {
  const navigate = useNavigate()
  const role = useAtomValue(userAtom)?.role
  const isOffered = role !== undefined && mayOpen('guide', role)
  useEffect(() => {
    if (!isOffered) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F1') return
      event.preventDefault()
      void navigate({ to: '/user/guide' })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate, isOffered])
}
