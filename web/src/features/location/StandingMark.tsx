import type { FenceStanding } from '@carewatch/contracts/fences'
import { IconCircleDot, IconDoorExit, IconHelpCircle } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import styles from './StandingMark.module.css'

const icons = { INSIDE: IconCircleDot, OUTSIDE: IconDoorExit, UNKNOWN: IconHelpCircle }

/** Where the wearer stands to a fence, by shape and word. */
export function StandingMark({ standing }: { standing: FenceStanding }) {
  const Icon = icons[standing]
  return (
    <span className={styles['mark']} data-standing={standing}>
      <Icon size={16} aria-hidden />
      <FormattedMessage id={`fence.standing.${standing}`} />
    </span>
  )
}
