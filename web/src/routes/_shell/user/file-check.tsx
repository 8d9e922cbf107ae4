import { createFileRoute } from '@tanstack/react-router'
import { FileCheckPage } from '../../../features/incident-file/FileCheckPage.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/file-check')({
  beforeLoad: guard('fileCheck'),
  component: FileCheckPage,
})
