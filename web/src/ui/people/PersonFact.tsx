import type { WearerSummary } from '@carewatch/contracts/wearers'
import styles from './PersonFact.module.css'
import { PortraitOf } from './Portrait.tsx'
import { Who } from './Who.tsx'

/** Whom something is about, as a fact of it: with their face. */
export const PersonFact = ({ wearer }: { wearer: WearerSummary }) => (
  <span className={styles['person']}>
    <PortraitOf wearer={wearer} size="dialog" />
    <span>
      <Who wearer={wearer} name={wearer.name} />
    </span>
  </span>
)
