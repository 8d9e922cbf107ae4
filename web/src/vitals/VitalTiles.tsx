import type { VitalOverview } from '@carewatch/contracts/http/readings'
import { tiles } from '@carewatch/contracts/measurements'
import type { Subject } from './subject.ts'
import { VitalTile } from './VitalTile.tsx'
import styles from './VitalTiles.module.css'

type Props = { subject: Subject; overview: readonly VitalOverview[]; graphsOf?: string }

/** The newest of every vital, with its age. */
export const VitalTiles = ({ subject, overview, graphsOf }: Props) => (
  <div className={styles['tiles']}>
    {tiles.map((tile) => (
      <VitalTile key={tile.name} tile={tile} subject={subject} overview={overview} graphsOf={graphsOf} />
    ))}
  </div>
)
