import { atom } from 'jotai'
import { openedDialog } from '../dialogs/open.ts'
import { isExpiredAtom, isRenewingAtom } from '../session/session.ts'
import { endingAtom } from '../session/sign-in-end.ts'
import { isQuestionOpenAtom } from '../ui/modals-ready.ts'

/** Something has to stand in front of the screen, however much of that is still to come. */
export const areOverlaysNeededAtom = atom(
  (get) =>
    get(openedDialog) !== null ||
    get(isQuestionOpenAtom) ||
    get(endingAtom)?.why === 'idle' ||
    get(isExpiredAtom) ||
    get(isRenewingAtom),
)
