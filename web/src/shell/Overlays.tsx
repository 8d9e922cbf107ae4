import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { DialogHost } from '../dialogs/DialogHost.tsx'
import { modalsAreReady } from '../ui/modals-ready.ts'
import { SignInAgain } from './SignInAgain.tsx'
import { StillThere } from './StillThere.tsx'

/** All that may stand in front of a screen. */
export function Overlays() {
  useEffect(modalsAreReady, [])
  return (
    <>
      <ModalsProvider>
        <DialogHost />
      </ModalsProvider>
      <SignInAgain />
      <StillThere />
    </>
  )
}
