import type { Fhir } from './fhir.ts'
import { z } from 'zod'

/** Pictures that a tile can have; each stands on one tile alone. */
export const tileIcons = [
  'battery',
  'candy',
  'droplet',
  'heartbeat',
  'lungs',
  'monitor',
  'moon',
  'scale',
  'thermometer',
  'walk',
] as const
export type TileIcon = (typeof tileIcons)[number]

export type Tile = {
  icon: TileIcon
  /** How often it is measured, where that is not as often as the device speaks. */
  everyMs?: number
  /** What stands for a day and a week, and for an hour of a thinned line: the highest, where nothing else is said. */
  extremes?: 'none' | 'lowest'
}

type Shown = {
  /** A tile of its own on the overview. */
  tile?: Tile
  /** A graph of its own, and a path of its own under `/readings`. */
  graph?: 'line'
}

/** Points from each bound on, the lowest first: what is below the first of them has those of `below`. */
const points =
  (below: number, ...from: readonly (readonly [bound: number, points: number])[]) =>
  (value: number): number =>
    from.findLast(([bound]) => value >= bound)?.[1] ?? below

// Royal College of Physicians, NEWS2 (2017). Values lie between its whole numbers: what is above 90 is not 90.
const news2 = {
  pulse: points(3, [40.01, 1], [50.01, 0], [90.01, 1], [110.01, 2], [130.01, 3]),
  oxygen: points(3, [91.01, 2], [93.01, 1], [95.01, 0]),
  /** Scale 2: for whom 88 to 92 % is what is aimed at. */
  lowOxygen: points(3, [83.01, 2], [85.01, 1], [87.01, 0]),
  systolic: points(3, [90.01, 2], [100.01, 1], [110.01, 0], [220, 3]),
  /** A wrist is colder than its body: low ones say nothing. */
  skin: points(0, [38.01, 1], [39.01, 2]),
  body: points(3, [35.01, 1], [36.01, 0], [38.01, 1], [39.01, 2]),
}
const OXYGEN_AIMED_AT = 88

type MetricLimits = { [Bound in 'criticalLow' | 'low' | 'high' | 'criticalHigh']?: number | undefined }

/**
 * The limits a device starts with when neither its settings nor its company say otherwise; what they take beside them.
 * Sources: NEWS2 (Royal College of Physicians, 2017); for blood pressure ACC/AHA 2017; a wrist's oximeter is 3 to 4 % exact.
 */
type Limited = {
  limits: MetricLimits
  /** Bounds that count where somebody sets the warning one of that side, and nowhere else. */
  unset?: MetricLimits
  /** How far back inside the limits a value must come before an alarm clears, in the metric's unit. */
  hysteresis: number
  /** In which steps a limit is proposed, so that nobody is offered 117.3 bpm. */
  limitStep: number
  /** The kind of alarm of a value outside: upper case, its texts are `alarmKind.…` and `alarm.…`. */
  alarm: Uppercase<string>
  /** A change that no body makes within five minutes at rest. */
  jump?: number
  /** Below it the sensor lies badly on the skin. */
  doubtfulUnder?: number
  /** By the wearer's age in years: what is usual while they walk. */
  highInMotion?: (age: number) => number
  /** How many points of the early warning score NEWS2 a value has, for somebody with these limits; of a model that measures the body or not. */
  news2?: (value: number, limits: MetricLimits, ofBody: boolean) => number
}

/** Between which values somebody of the simulator has it, who is well; each person has a level of their own there. */
export type Steady = { as: 'steady'; low: number; high: number; everyMinutes: number }

/** How the simulator's people have it. */
type Simulated =
  | Steady
  /** By a model of its own (`tools/simulator/src/physiology`), measured so often. */
  | { as: 'modelled'; everyMinutes: number }
  /** As part of a report of the watch: of its night, of being worn. */
  | { as: 'reported' }

export type Metric = Shown & {
  /** How the metric is stored; never reused, never changed. */
  id: number
  unit: string
  decimals: number
  /** What a sensor can report of a living person; anything else is refused at the door. */
  range: { min: number; max: number }
  /** Zero is how devices say "not measured": such a value is dropped, not stored and not rejected. */
  zeroMeansAbsent: boolean
  simulated: Simulated
  /** Left out where no code says it. */
  fhir?: Fhir
} & (Limited | { [Name in keyof Limited]?: undefined })

const HOUR_MS = 3_600_000
const mmHg = { unit: 'mmHg', ucum: 'mm[Hg]', category: 'vital-signs' } as const
const minutes = { unit: 'min', ucum: 'min', category: 'activity' } as const

/** Every number a device can measure, in the order it is shown. A new metric is one entry here and its name in each dictionary: its tile, graph, form, limits, alarm, history, export and simulated people follow from it. */
export const metrics = {
  heartRate: {
    id: 1,
    unit: 'bpm',
    decimals: 0,
    range: { min: 20, max: 300 },
    zeroMeansAbsent: true,
    simulated: { as: 'modelled', everyMinutes: 5 },
    limits: { criticalLow: 40, low: 50, high: 120, criticalHigh: 140 },
    hysteresis: 5,
    limitStep: 5,
    alarm: 'HEART_RATE',
    jump: 40,
    // 85 % of the greatest rate expected at an age (Fox, Naughton and Haskell, 1971).
    highInMotion: (age: number) => 0.85 * (220 - age),
    news2: news2.pulse,
    tile: { icon: 'heartbeat' },
    graph: 'line',
    fhir: {
      category: 'vital-signs',
      profile: 'heartrate',
      codes: [{ code: '8867-4', display: 'Heart rate' }],
      unit: 'beats/minute',
      ucum: '/min',
    },
  },
  systolic: {
    id: 2,
    unit: 'mmHg',
    decimals: 0,
    range: { min: 40, max: 300 },
    zeroMeansAbsent: true,
    simulated: { as: 'modelled', everyMinutes: 30 },
    limits: { criticalLow: 80, low: 90, high: 160, criticalHigh: 180 },
    hysteresis: 5,
    limitStep: 5,
    alarm: 'BLOOD_PRESSURE',
    news2: news2.systolic,
    fhir: { ...mmHg, codes: [{ code: '8480-6', display: 'Systolic blood pressure' }] },
  },
  diastolic: {
    id: 3,
    unit: 'mmHg',
    decimals: 0,
    range: { min: 20, max: 200 },
    zeroMeansAbsent: true,
    simulated: { as: 'modelled', everyMinutes: 30 },
    limits: { criticalLow: 40, low: 50, high: 100, criticalHigh: 120 },
    hysteresis: 5,
    limitStep: 5,
    alarm: 'BLOOD_PRESSURE',
    fhir: { ...mmHg, codes: [{ code: '8462-4', display: 'Diastolic blood pressure' }] },
  },
  spo2: {
    id: 4,
    unit: '%',
    decimals: 0,
    range: { min: 50, max: 100 },
    zeroMeansAbsent: true,
    simulated: { as: 'modelled', everyMinutes: 30 },
    // 91 is worth a look and 85 dangerous: a bound itself is inside.
    limits: { criticalLow: 86, low: 92 },
    hysteresis: 1,
    limitStep: 1,
    alarm: 'SPO2',
    jump: 8,
    news2: (value: number, { low = OXYGEN_AIMED_AT + 1 }: MetricLimits) =>
      low <= OXYGEN_AIMED_AT ? news2.lowOxygen(value) : news2.oxygen(value),
    tile: { icon: 'droplet', extremes: 'lowest' },
    graph: 'line',
    fhir: {
      category: 'vital-signs',
      profile: 'oxygensat',
      codes: [
        { code: '2708-6', display: 'Oxygen saturation in Arterial blood' },
        { code: '59408-5', display: 'Oxygen saturation in Arterial blood by Pulse oximetry' },
      ],
      unit: '%',
      ucum: '%',
    },
  },
  steps: {
    id: 6,
    unit: '',
    decimals: 0,
    range: { min: 0, max: 200_000 },
    zeroMeansAbsent: false,
    simulated: { as: 'modelled', everyMinutes: 15 },
    tile: { icon: 'walk' },
    graph: 'line',
    // The watch counts since its day began, which is not the same as 24 hours.
    fhir: {
      category: 'activity',
      covers: 'day',
      codes: [{ code: '55423-8', display: 'Number of steps in unspecified time Pedometer' }],
      unit: 'steps',
      ucum: '{steps}',
    },
  },
  sleepDeep: {
    id: 7,
    unit: 'min',
    decimals: 0,
    range: { min: 0, max: 1440 },
    zeroMeansAbsent: false,
    simulated: { as: 'reported' },
    tile: { icon: 'moon', everyMs: 24 * HOUR_MS },
    fhir: { ...minutes, codes: [{ code: '93831-6', display: 'Deep sleep duration' }] },
  },
  sleepLight: {
    id: 8,
    unit: 'min',
    decimals: 0,
    range: { min: 0, max: 1440 },
    zeroMeansAbsent: false,
    simulated: { as: 'reported' },
    fhir: { ...minutes, codes: [{ code: '93830-8', display: 'Light sleep duration' }] },
  },
  sleepAwake: {
    id: 9,
    unit: 'min',
    decimals: 0,
    range: { min: 0, max: 1440 },
    zeroMeansAbsent: false,
    simulated: { as: 'reported' },
  },
  temperature: {
    id: 5,
    unit: '°C',
    decimals: 1,
    range: { min: 30, max: 43 },
    zeroMeansAbsent: true,
    simulated: { as: 'modelled', everyMinutes: 60 },
    limits: { high: 38, criticalHigh: 39.5 },
    // A wrist is colder than its body: only where the model measures the body, or somebody sets it (`measuring.ts`).
    unset: { criticalLow: 34, low: 35 },
    hysteresis: 0.2,
    limitStep: 0.1,
    alarm: 'TEMPERATURE',
    doubtfulUnder: 33,
    news2: (value, _limits, ofBody) => (ofBody ? news2.body : news2.skin)(value),
    tile: { icon: 'thermometer' },
    graph: 'line',
    fhir: {
      category: 'vital-signs',
      profile: 'bodytemp',
      codes: [{ code: '8310-5', display: 'Body temperature' }],
      unit: 'C',
      ucum: 'Cel',
    },
  },
  battery: {
    id: 10,
    unit: '%',
    decimals: 0,
    range: { min: 0, max: 100 },
    zeroMeansAbsent: false,
    simulated: { as: 'modelled', everyMinutes: 60 },
    tile: { icon: 'battery', extremes: 'none' },
  },
  /** 1 on the wrist, 0 off it. */
  wearing: {
    id: 11,
    unit: '',
    decimals: 0,
    range: { min: 0, max: 1 },
    zeroMeansAbsent: false,
    simulated: { as: 'reported' },
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics
export const metricNames = Object.keys(metrics) as MetricName[]
export const MetricName = z.enum(metricNames)
export const metric = (name: MetricName): Metric => metrics[name]

const namesById = new Map<number, MetricName>(metricNames.map((name) => [metrics[name].id, name]))
export const metricById = (id: number): MetricName | undefined => namesById.get(id)
export const isMetricName = (text: string): text is MetricName => Object.hasOwn(metrics, text)

type Metrics = typeof metrics
/** A metric of which the simulator has a model of its own. */
export type ModelledMetric = {
  [Name in MetricName]: Metrics[Name]['simulated'] extends { as: 'modelled' } ? Name : never
}[MetricName]
/** A metric that people set limits for. */
export type LimitedMetric = {
  [Name in MetricName]: Metrics[Name] extends { limits: object } ? Name : never
}[MetricName]
// Safe: the same condition as the type's.
export const limitedMetrics = metricNames.filter((name) => 'limits' in metrics[name]) as LimitedMetric[]
export const isLimited = (name: MetricName): name is LimitedMetric => 'limits' in metrics[name]
export const LimitedMetric = z.enum(limitedMetrics)
