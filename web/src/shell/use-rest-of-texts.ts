import { useEffect } from 'react'
import { everyText } from '../i18n/intl.ts'
import { whenIdle } from '../ui/later.ts'

/** The texts of other screens and of dialogs, once this one stands; where they do not come, whoever needs them asks again. */
export function useRestOfTexts(): void {
  useEffect(() => whenIdle(() => void everyText().catch(() => {})), [])
}
