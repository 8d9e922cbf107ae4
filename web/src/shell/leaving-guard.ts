import { useBlocker } from '@tanstack/react-router'
import { closeDialog } from '../dialogs/open.ts'
import { isLeavingAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { confirmedLeaving } from '../ui/form/confirm.tsx'
import { hasUnsaved } from '../ui/form/unsaved.ts'

/** Nobody loses what they typed by a stray click, by Back or by closing the tab. */
export function useLeavingGuard(): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      const stays = hasUnsaved() && !(await confirmedLeaving())
      if (!stays) closeDialog()
      return stays
    },
    enableBeforeUnload: () => hasUnsaved() && !store.get(isLeavingAtom),
  })
}
