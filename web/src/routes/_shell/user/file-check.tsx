import { createFileRoute } from '@tanstack/react-router'
import { FileCheckPage } from '../../../features/file-check/FileCheckPage.tsx'
import { FileSheet } from '../../../features/incident-file/FileSheet.tsx'
import { PackSheet } from '../../../features/inspection/PackSheet.tsx'
import { Sheet } from '../../../features/shift-sheet/Sheet.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/file-check')({
  beforeLoad: guard('fileCheck'),
  component: FileCheckScreen,
})

function FileCheckScreen() {
  return (
    <FileCheckPage
      paperOf={({ file, pack, sheet, issued }) => {
        if (file) return <FileSheet file={file} issued={issued} />
        if (pack) return <PackSheet pack={pack} issued={issued} />
        return sheet ? <Sheet sheet={sheet} issued={issued} /> : null
      }}
    />
  )
}
