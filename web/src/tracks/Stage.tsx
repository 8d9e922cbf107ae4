import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { type Bounds } from '../map/geo.ts'
import { showBounds } from '../map/map.ts'
import { MapView } from '../map/MapView.tsx'
import styles from './Stage.module.css'

/** Moves the map when what the screen is about becomes another thing, not when it moves a little. */
function Focus({ bounds, on }: { bounds: Bounds | null; on: string }) {
  const show = useEffectEvent(() => bounds && showBounds(bounds))
  useEffect(() => {
    show()
  }, [on])
  return null
}

type Shown = {
  label: string
  bounds: Bounds | null
  /** Whom or what the map is about. */
  about: string
  layers: ReactNode
}

function Shown({ label, bounds, about, layers }: Shown) {
  return (
    <MapView label={label} onCentre={bounds ? () => showBounds(bounds) : undefined}>
      <Focus bounds={bounds} on={about} />
      {layers}
    </MapView>
  )
}

export const SmallMap = (shown: Shown) => (
  <div className={styles['small']}>
    <Shown {...shown} />
  </div>
)

type Props = Shown & { children: ReactNode }

/** The map, and beside it, or below it on a phone, what one can read and do. */
export function Stage({ children, ...shown }: Props) {
  return (
    <div className={styles['stage']}>
      <div className={styles['map']}>
        <Shown {...shown} />
      </div>
      <div className={styles['panel']}>{children}</div>
    </div>
  )
}
