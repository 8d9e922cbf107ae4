import type { Coding, FhirCategory, FhirCovers, FhirUnit } from './fhir.ts'
import { metric, type MetricName, metricNames, type Tile } from './metrics.ts'

type Panel = {
  /** Its part of the customer's paths: `/readings/…/bp/…`. */
  path: string
  /** Its metrics, by the names that the answer has for them. */
  parts: Readonly<Record<string, MetricName>>
  /** Bars stand on one another: the parts of a night. */
  graph: 'line' | 'bars'
  tile?: Tile
  fhir: {
    codes: readonly Coding[]
    category: FhirCategory
    profile?: string
    covers?: FhirCovers
    /** What its parts make together. */
    sum?: FhirUnit & { of: readonly MetricName[] }
  }
}

/** Metrics that are measured at once and read together: one tile, one graph, one path, one observation. */
export const panels = {
  bloodPressure: {
    path: 'bp',
    parts: { systolic: 'systolic', diastolic: 'diastolic' },
    graph: 'line',
    tile: { icon: 'monitor', everyMs: 4 * 3_600_000 },
    fhir: {
      category: 'vital-signs',
      profile: 'bp',
      codes: [{ code: '85354-9', display: 'Blood pressure panel with all children optional' }],
    },
  },
  sleep: {
    path: 'sleep',
    parts: { deep: 'sleepDeep', light: 'sleepLight', awake: 'sleepAwake' },
    graph: 'bars',
    fhir: {
      category: 'activity',
      covers: 'night',
      codes: [{ code: '93832-4', display: 'Sleep duration' }],
      sum: { of: ['sleepDeep', 'sleepLight'], unit: 'min', ucum: 'min' },
    },
  },
} as const satisfies Record<string, Panel>

export type MeasurementName = MetricName | keyof typeof panels
/** One metric by itself, or a panel of some. */
export type Measurement = Pick<Panel, 'path' | 'parts'> & {
  name: MeasurementName
  metrics: readonly MetricName[]
  graph: Panel['graph'] | undefined
  tile: Panel['tile']
}

const entriesOf = Object.entries as <Name extends string, Value>(of: Record<Name, Value>) => [Name, Value][]
const panelList: readonly Measurement[] = entriesOf<keyof typeof panels, Panel>(panels).map(
  ([name, { path, parts, graph, tile }]) => ({
    name,
    path,
    parts,
    metrics: Object.values(parts),
    graph,
    tile,
  }),
)

/** Every metric by itself and every panel, in the order they are shown; a panel where its first part stands. */
export const measurements: readonly Measurement[] = metricNames.flatMap((name) => {
  const { graph, tile } = metric(name)
  const single: Measurement = { name, path: name, parts: { value: name }, metrics: [name], graph, tile }
  return [...panelList.filter(({ metrics: [first] }) => first === name), single]
})

export type Graphed = Measurement & { graph: Panel['graph'] }
/** What is drawn over time. */
export const graphs: readonly Graphed[] = measurements.flatMap(({ graph, ...rest }) =>
  graph ? [{ ...rest, graph }] : [],
)
export type Tiled = Measurement & { tile: Tile }
/** What has a tile, with the newest value. */
export const tiles: readonly Tiled[] = measurements.flatMap(({ tile, ...rest }) =>
  tile ? [{ ...rest, tile }] : [],
)
