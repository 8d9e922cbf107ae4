import { createFileRoute } from '@tanstack/react-router'
import { followAccount } from '../companies/account-of-link.ts'
import { everyText } from '../i18n/intl.ts'
import { guardSignedIn } from '../shell/guard.ts'
import { Shell } from '../shell/Shell.tsx'

export const Route = createFileRoute('/_shell')({
  beforeLoad: async ({ location }) => {
    const known = await guardSignedIn(location.href)
    await Promise.all([everyText(), followAccount(location.href)])
    return known
  },
  component: Shell,
})
