import type { Coding, FhirCovers, FhirUnit } from '@carewatch/contracts/fhir'
import { measurements as known, type MeasurementName, panels } from '@carewatch/contracts/measurements'
import { metric, type MetricName } from '@carewatch/contracts/metrics'

export const LOINC = 'http://loinc.org'
export const UCUM = 'http://unitsofmeasure.org'
export const CATEGORIES = 'http://terminology.hl7.org/CodeSystem/observation-category'
const PROFILE = 'http://hl7.org/fhir/StructureDefinition/'

/** One number of a measurement. */
export type Part = { metric: MetricName; codes: readonly Coding[] } & FhirUnit

export type Observed = {
  category: Coding
  profile: string | undefined
  /** Undefined: it was measured at the moment of its time. */
  covers: FhirCovers | undefined
  codes: readonly Coding[]
  /** One part and no codes of its own: the number itself; else components of a panel. */
  parts: readonly Part[]
  /** Of a panel: what its parts make together. */
  sum?: (FhirUnit & { of: readonly MetricName[] }) | undefined
}

const categories = {
  'vital-signs': { code: 'vital-signs', display: 'Vital Signs' },
  activity: { code: 'activity', display: 'Activity' },
} as const

const partOf = (name: MetricName): Part[] => {
  const { fhir } = metric(name)
  return fhir ? [{ metric: name, codes: fhir.codes, unit: fhir.unit, ucum: fhir.ucum }] : []
}

const isPanel = (name: MeasurementName): name is keyof typeof panels => Object.hasOwn(panels, name)
const isPart = (name: MeasurementName): boolean =>
  known.some(({ name: whole, metrics }) => isPanel(whole) && metrics.some((part) => part === name))

/** What is told of each measurement that a code is known for: a panel, or a metric that is part of none. */
export const observed: readonly Observed[] = known.flatMap(({ name, metrics }): Observed[] => {
  const fhir = isPanel(name) ? panels[name].fhir : metric(name).fhir
  if (!fhir || isPart(name)) return []
  const { codes, category } = fhir
  const parts = metrics.flatMap(partOf)
  const profile = 'profile' in fhir ? PROFILE + fhir.profile : undefined
  const covers = 'covers' in fhir ? fhir.covers : undefined
  const sum = 'sum' in fhir ? fhir.sum : undefined
  return [{ category: categories[category], profile, covers, codes, parts, sum }]
})
