import { Uuid } from '@carewatch/contracts/wire'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { loadSettings } from '../../../features/settings/load.ts'
import { SettingsPage } from '../../../features/settings/SettingsPage.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/settings')({
  validateSearch: z.object({
    device: Uuid.optional().catch(undefined),
    page: z.int().min(1).optional().catch(undefined),
  }),
  beforeLoad: guard('settings'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadSettings(deps),
  component: SettingsPage,
})
