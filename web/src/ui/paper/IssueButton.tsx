import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'

type Props<Shown> = { isIssued: boolean; issue: () => Promise<Shown>; onIssued: (shown: Shown) => void }

/** Issues what is shown and prints it, once its number stands on it; afterwards it prints it again. */
export function IssueButton<Shown>({ isIssued, issue, onIssued }: Props<Shown>) {
  const [isBusy, setBusy] = useState(false)
  const isToPrint = useRef(false)
  const press = async () => {
    setBusy(true)
    const answer = await attempt(issue)
    isToPrint.current = answer !== null
    if (answer !== null) onIssued(answer)
    setBusy(false)
  }
  useEffect(() => {
    if (!isIssued || !isToPrint.current) return
    isToPrint.current = false
    print()
  }, [isIssued])
  return isIssued ? (
    <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
      <FormattedMessage id="report.print" />
    </Button>
  ) : (
    <Button loading={isBusy} leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => void press()}>
      <FormattedMessage id="file.issue" />
    </Button>
  )
}
