import { createFileRoute } from '@tanstack/react-router'
import { guardSignedIn } from '../shell/guard.ts'
import { Shell } from '../shell/Shell.tsx'

export const Route = createFileRoute('/_shell')({
  beforeLoad: ({ location }) => guardSignedIn(location.href),
  component: Shell,
})
