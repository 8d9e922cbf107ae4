import { watchFindings } from '@carewatch/contracts/http/watch'
import type { Finding } from '@carewatch/contracts/watch'
import { useInterval } from '@mantine/hooks'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { call } from '../http/call.ts'
import { Clock } from '../ui/figures/Clock.tsx'
import styles from './ConnectionBanner.module.css'

const LOOK_EVERY_MS = 30_000

/** What was found last; where the portal cannot be asked, the connection's own banner says so. */
function useFindings(): readonly Finding[] {
  const [findings, setFindings] = useState<readonly Finding[]>([])
  const look = () =>
    call(watchFindings, {}).then(
      (answer) => setFindings(answer.findings),
      () => {},
    )
  useInterval(() => void look(), LOOK_EVERY_MS, { autoInvoke: true })
  useEffect(() => void look(), [])
  return findings
}

/** The portal itself is in trouble: nobody may take a silent screen for a calm one. */
export function TroubleBanner() {
  const findings = useFindings()
  if (findings.length === 0) return null
  return (
    <div className={styles['banner']} role="alert" data-testid="trouble-banner">
      <IconAlertTriangleFilled size={20} aria-hidden />
      <div>
        {findings.map(({ trouble, subject, since }) => (
          <p key={`${trouble}/${subject}`} className={styles['line']}>
            <b>
              <FormattedMessage id={`trouble.${trouble}`} values={{ subject }} />
            </b>{' '}
            <FormattedMessage id="trouble.since" values={{ time: <Clock key="time" at={since} /> }} />
          </p>
        ))}
      </div>
    </div>
  )
}
