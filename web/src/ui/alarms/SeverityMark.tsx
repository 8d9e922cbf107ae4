import type { Severity } from '@carewatch/contracts/alarms'
import {
  IconAlertHexagonFilled,
  IconAlertTriangleFilled,
  IconInfoCircleFilled,
  IconInfoSquareRoundedFilled,
} from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import styles from './SeverityMark.module.css'

/** A shape of its own for each severity: colour alone tells a colour-blind nurse nothing. */
const shapes = {
  CRITICAL: IconAlertHexagonFilled,
  HIGH: IconAlertTriangleFilled,
  MEDIUM: IconInfoSquareRoundedFilled,
  LOW: IconInfoCircleFilled,
}

export function SeverityIcon({ severity, size = 24 }: { severity: Severity; size?: number }) {
  const Shape = shapes[severity]
  return <Shape className={styles['icon']} data-severity={severity} size={size} aria-hidden />
}

export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <span className={styles['mark']} data-severity={severity}>
      <SeverityIcon severity={severity} size={16} />
      <FormattedMessage id={`severity.${severity}`} />
    </span>
  )
}
