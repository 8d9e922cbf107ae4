import { createContext, type KeyboardEvent, use, useMemo } from 'react'
import type { Columns } from '../vitals/series.ts'
import { middleOf, type Span } from '../vitals/span.ts'
import type { Zoom } from './use-zoom.ts'
import styles from './VitalChart.module.css'

/** The id of the text that says which keys do what: once for all graphs that stand together. */
export const KeysContext = createContext<string | undefined>(undefined)
const NEARER = 0.5

type Props = {
  times: readonly number[]
  values: Columns
  span: Span
  index: number | null
  label: string
  reading: string
  zoom: Zoom
  onStep: (index: number) => void
  onPick: ((index: number) => void) | null
}

/** The rows in view at which something was measured. */
function stopsIn([times, ...lines]: Columns, { from, to }: Span): number[] {
  return times.flatMap((time, row) => {
    const isMeasured = lines.some((line) => typeof line[row] === 'number')
    return isMeasured && time * 1000 >= from.getTime() && time * 1000 <= to.getTime() ? [row] : []
  })
}

/** The cursor for the keyboard and for who listens: the browser's own slider, laid unseen over the graph. */
export function CursorSlider({ times, values, span, index, label, reading, zoom, onStep, onPick }: Props) {
  const keysId = use(KeysContext)
  const stops = useMemo(() => stopsIn(values, span), [values, span])
  const nearest = index === null ? stops.length - 1 : stops.findLastIndex((row) => row <= index)
  const row = stops[Math.max(0, nearest)]

  const press = (event: KeyboardEvent) => {
    const seconds = row === undefined ? undefined : times[row]
    const around = seconds === undefined ? middleOf(span) : new Date(seconds * 1000)
    if (event.key === '+' || event.key === '=') zoom.pinch(around, NEARER)
    else if (event.key === '-') zoom.pinch(around, 1 / NEARER)
    else if (event.key === 'Escape' && zoom.part) zoom.show(null)
    else if (event.key === 'Enter' && onPick && row !== undefined) onPick(row)
    else return
    event.preventDefault()
  }
  return (
    <input
      type="range"
      className={styles['cursor']}
      min={0}
      max={Math.max(0, stops.length - 1)}
      value={Math.max(0, nearest)}
      aria-label={label}
      aria-valuetext={reading}
      aria-describedby={keysId}
      onKeyDown={press}
      onChange={({ currentTarget }) => onStep(stops[Number(currentTarget.value)] ?? 0)}
    />
  )
}
