import type { Reply } from '@carewatch/contracts/http/endpoint'
import { type incidentFile, issueIncidentFile } from '@carewatch/contracts/http/incident-files'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Section } from '../../ui/page/Section.tsx'
import '../../ui/page/print.css'
import { FileSheet } from './FileSheet.tsx'
import styles from '../../ui/paper/Paper.module.css'

type Props = Reply<typeof incidentFile>
type Shown = { file: Props['file']; issued: Props['issued'][number] | null }

/** The file of an incident as it is now; once it is issued, as it was then. */
export function IncidentFilePage({ file, issued: before }: Props) {
  const [shown, setShown] = useState<Shown>({ file, issued: null })
  const [isBusy, setBusy] = useState(false)
  const isToPrint = useRef(false)
  const issue = async () => {
    setBusy(true)
    const params = { uuid: file.incident.uuid }
    const answer = await attempt(() => call(issueIncidentFile, { params, body: undefined }))
    isToPrint.current = answer !== null
    if (answer) setShown(answer)
    setBusy(false)
  }
  // Once its number stands on it.
  useEffect(() => {
    if (!isToPrint.current) return
    isToPrint.current = false
    print()
  }, [shown])
  const actions = shown.issued ? (
    <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
      <FormattedMessage id="report.print" />
    </Button>
  ) : (
    <Button loading={isBusy} leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => void issue()}>
      <FormattedMessage id="file.issue" />
    </Button>
  )
  return (
    <Page title="file.title" actions={actions}>
      <FileSheet {...shown} />
      {before.length > 0 ? (
        <div className={styles['before']}>
          <Section title="file.before">
            <ul>
              {before.map(({ number, issuedAt, issuedBy }) => (
                <li key={number}>
                  <Ltr>{number}</Ltr> · <Moment at={issuedAt} /> · <bdi>{issuedBy}</bdi>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      ) : null}
    </Page>
  )
}
