import type { Reply } from '@carewatch/contracts/http/endpoint'
import { type incidentFile, issueIncidentFile } from '@carewatch/contracts/http/incident-files'
import { useState } from 'react'
import { call } from '../../http/call.ts'
import { Page } from '../../ui/page/Page.tsx'
import '../../ui/page/print.css'
import { IssueButton } from '../../ui/paper/IssueButton.tsx'
import { IssuedBefore } from '../../ui/paper/IssuedBefore.tsx'
import { FileSheet } from './FileSheet.tsx'

type Props = Reply<typeof incidentFile>
type Shown = { file: Props['file']; issued: Props['issued'][number] | null }

/** The file of an incident as it is now; once it is issued, as it was then. */
export function IncidentFilePage({ file, issued: before }: Props) {
  const [shown, setShown] = useState<Shown>({ file, issued: null })
  const issue = () => call(issueIncidentFile, { params: { uuid: file.incident.uuid }, body: undefined })
  return (
    <Page
      title="file.title"
      actions={<IssueButton isIssued={shown.issued !== null} issue={issue} onIssued={setShown} />}
    >
      <FileSheet {...shown} />
      <IssuedBefore issued={before} />
    </Page>
  )
}
