import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { changedTasks } from '../../live/live-atoms.ts'

const SETTLE_MS = 1_500

/** The figures are the server's: asked for again a moment after a task changed. */
export function useFreshFigures(): void {
  const router = useRouter()
  const changed = useAtomValue(changedTasks)
  useEffect(() => {
    if (changed.size === 0) return
    const later = setTimeout(() => void router.invalidate(), SETTLE_MS)
    return () => clearTimeout(later)
  }, [changed, router])
}
