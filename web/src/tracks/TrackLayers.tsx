import type { WearerSummary } from '@carewatch/contracts/wearers'
import { useEffect, useMemo } from 'react'
import { theMap } from '../map/map.ts'
import { MapMarker } from '../map/MapMarker.tsx'
import { type Look, ShapeLayer } from '../map/ShapeLayer.tsx'
import { collection, lineOf, pointOf } from '../map/shapes.ts'
import { accuracyLooks, accuracyShapes } from './areas.ts'
import { Pin } from './Pin.tsx'
import { type Fix, isSomewhere, legsOf, type Moment } from './track.ts'

const INK = '#8f5fd0'
const lineLooks: Look[] = [
  {
    id: 'track-line',
    type: 'line',
    paint: { 'line-color': INK, 'line-width': 3 },
    layout: { 'line-join': 'round' },
  },
]
const pointLooks: Look[] = [
  {
    id: 'track-points',
    type: 'circle',
    paint: {
      'circle-radius': 4,
      'circle-color': ['case', ['get', 'somewhere'], '#ffffff', ['get', 'hidden'], '#c0392b', INK],
      'circle-stroke-color': ['case', ['get', 'somewhere'], INK, '#ffffff'],
      'circle-stroke-width': ['case', ['get', 'somewhere'], 2, 1],
    },
  },
]

type Props = {
  name: string
  person: Pick<WearerSummary, 'imageUrl'> | null
  fixes: readonly (Fix & { hidden: boolean })[]
  gap: number
  moment: Moment | null
  follows: boolean
}

/** The way they went, broken where nobody knows it, hollow points for what is no exact place, and where they were at the moment that is played. */
export function TrackLayers({ name, person, fixes, gap, moment, follows }: Props) {
  const lines = useMemo(
    () =>
      collection(
        legsOf(fixes, gap)
          .filter((leg) => leg.length > 1)
          .map((leg) => lineOf(leg)),
      ),
    [fixes, gap],
  )
  const points = useMemo(
    () => collection(fixes.map((fix) => pointOf(fix, { hidden: fix.hidden, somewhere: isSomewhere(fix) }))),
    [fixes],
  )
  const fix = moment?.fix ?? null
  const accuracy = useMemo(() => accuracyShapes(fix), [fix])
  const lat = moment?.place.lat
  const lng = moment?.place.lng
  useEffect(() => {
    if (follows && lat !== undefined && lng !== undefined) theMap().setCenter([lng, lat])
  }, [follows, lat, lng])
  return (
    <>
      <ShapeLayer id="accuracy" shapes={accuracy} looks={accuracyLooks} />
      <ShapeLayer id="track" shapes={lines} looks={lineLooks} />
      <ShapeLayer id="track-fixes" shapes={points} looks={pointLooks} />
      {moment ? (
        <MapMarker at={moment.place}>
          <Pin state="fresh" name={name} person={person} isWide={isSomewhere(moment.fix)} />
        </MapMarker>
      ) : null}
    </>
  )
}
