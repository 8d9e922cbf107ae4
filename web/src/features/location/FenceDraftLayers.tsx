import type { Place } from '@carewatch/contracts/http/fields'
import { useMemo } from 'react'
import { MapMarker } from '../../map/MapMarker.tsx'
import { MapTaps } from '../../map/MapTaps.tsx'
import { ShapeLayer } from '../../map/ShapeLayer.tsx'
import { collection, lineOf } from '../../map/shapes.ts'
import { draftLooks, fenceShapes } from '../../tracks/areas.ts'
import { Cross } from './Cross.tsx'
import { type FenceDraft, shapeOf } from './fence-draft.ts'
import styles from '../../tracks/Pin.module.css'
import { rounded } from './PlaceFields.tsx'

type Props = { draft: FenceDraft; change: (change: Partial<FenceDraft>) => void }

const isWhole = ({ lat, lng }: Partial<Place>): boolean => lat !== undefined && lng !== undefined

/** The fence that is being drawn: a tap sets the middle or adds a corner, and each can be dragged. */
export function FenceDraftLayers({ draft, change }: Props) {
  const shapes = useMemo(() => {
    const shape = shapeOf(draft)
    if (shape) return fenceShapes([{ shape, isActive: true }])
    return collection(
      draft.kind === 'POLYGON' && draft.corners.length > 1 ? [lineOf(draft.corners, { isActive: true })] : [],
    )
  }, [draft])
  const tap = (at: Place) =>
    draft.kind === 'CIRCLE'
      ? change({ centre: rounded(at) })
      : change({ corners: [...draft.corners, rounded(at)] })
  const drop = (index: number) => (at: Place) =>
    change({ corners: draft.corners.map((corner, one) => (one === index ? rounded(at) : corner)) })
  const { lat = 0, lng = 0 } = draft.centre
  return (
    <>
      <Cross />
      <MapTaps onTap={tap} />
      <ShapeLayer id="draft" shapes={shapes} looks={draftLooks} />
      {draft.kind === 'CIRCLE' && isWhole(draft.centre) ? (
        <MapMarker at={{ lat, lng }} onDrop={(at) => change({ centre: rounded(at) })}>
          <span className={styles['corner']} />
        </MapMarker>
      ) : null}
      {draft.kind === 'POLYGON'
        ? draft.corners.map((corner, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a corner is its number.
            <MapMarker key={index} at={corner} onDrop={drop(index)}>
              <span className={styles['corner']}>{index + 1}</span>
            </MapMarker>
          ))
        : null}
    </>
  )
}
