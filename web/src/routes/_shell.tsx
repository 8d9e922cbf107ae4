import { createFileRoute } from '@tanstack/react-router'
import { followAccount } from '../companies/account-of-link.ts'
import { textsOf } from '../i18n/intl.ts'
import { textsFor } from '../shell/first-texts.ts'
import { guardSignedIn } from '../shell/guard.ts'
import { Shell } from '../shell/Shell.tsx'

export const Route = createFileRoute('/_shell')({
  beforeLoad: async ({ location, matches }) => {
    const known = await guardSignedIn(location.href)
    await Promise.all([textsOf(textsFor(matches)), followAccount(location.href)])
    return known
  },
  component: Shell,
})
