import type { FhirCovers } from '@carewatch/contracts/fhir'
import type { MetricName } from '@carewatch/contracts/metrics'
import type { CodeableConcept, Observation, ObservationComponent, Period, Quantity } from '@medplum/fhirtypes'
import { atWall, dayIn } from '../../http/offset.ts'
import { CATEGORIES, LOINC, type Observed, observed, UCUM } from './codes.ts'

/** Everything measured at one moment. */
export type Moment = { time: Date; values: ReadonlyMap<MetricName, number> }
/** Whose and by what, as references; `zone`: by whose midnight the watch counts its day. */
export type About = { patient: string; device: string; deviceUuid: string; zone: string }

const concept = (codes: Observed['codes']): CodeableConcept => ({
  coding: codes.map((code) => ({ system: LOINC, ...code })),
})

const quantity = (value: number, { unit, ucum }: { unit: string; ucum: string }): Quantity => ({
  value,
  unit,
  system: UCUM,
  code: ucum,
})

const ABSENT: CodeableConcept = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
      code: 'unknown',
      display: 'Unknown',
    },
  ],
}

type Known = { part: Observed['parts'][number]; value: number | undefined }

/** A profile asks for each part of its panel: one that was not measured says so. */
function componentsOf({ profile }: Observed, known: readonly Known[]): ObservationComponent[] {
  return known
    .filter(({ value }) => value !== undefined || profile !== undefined)
    .map(({ part, value }) => ({
      code: concept(part.codes),
      ...(value === undefined ? { dataAbsentReason: ABSENT } : { valueQuantity: quantity(value, part) }),
    }))
}

/** What of the measurement there is: its number, or its parts. */
function valuesOf(measurement: Observed, values: Moment['values']): Partial<Observation> | undefined {
  const { parts, sum } = measurement
  const known = parts.map((part) => ({ part, value: values.get(part.metric) }))
  const first = known.find(({ value }) => value !== undefined)
  if (first?.value === undefined) return undefined
  if (parts.length === 1) return { valueQuantity: quantity(first.value, first.part) }
  const component = componentsOf(measurement, known)
  if (!sum) return { component }
  const total = sum.of.reduce((minutes, name) => minutes + (values.get(name) ?? 0), 0)
  return { valueQuantity: quantity(total, sum), component }
}

const DAY_MS = 86_400_000

/** When the day of this moment began on the clocks of a zone. */
const midnightIn = (zone: string, at: Date): Date =>
  atWall(zone, Date.parse(`${dayIn(zone, at)}T00:00:00.000Z`))

/** When it was so: at a moment, or over a time that ends with the report. */
function effectiveOf(covers: FhirCovers | undefined, time: Date, zone: string): Partial<Observation> {
  const end = time.toISOString()
  if (!covers) return { effectiveDateTime: end }
  const start = covers === 'day' ? midnightIn(zone, time) : new Date(time.getTime() - DAY_MS)
  const effectivePeriod: Period = { start: start.toISOString(), end }
  return { effectivePeriod }
}

/** The same measurement has the same id wherever it is read, and says where it is found again: by which device, what, when. */
export const observationId = (deviceUuid: string, measurement: Observed, time: Date): string =>
  [deviceUuid.replaceAll('-', ''), measurement.codes[0]?.code, time.getTime()].join('.')

/** The observation of one measurement in a moment; none: nothing of it was measured then. */
export function observationOf(
  measurement: Observed,
  { time, values }: Moment,
  { patient, device, deviceUuid, zone }: About,
): Observation | undefined {
  const measured = valuesOf(measurement, values)
  if (!measured) return undefined
  const { category, codes, profile, covers } = measurement
  return {
    resourceType: 'Observation',
    id: observationId(deviceUuid, measurement, time),
    ...(profile && { meta: { profile: [profile] } }),
    status: 'final',
    category: [{ coding: [{ system: CATEGORIES, ...category }] }],
    code: concept(codes),
    subject: { reference: patient, type: 'Patient' },
    device: { reference: device, type: 'Device' },
    ...effectiveOf(covers, time, zone),
    ...measured,
  }
}

/** The observations of one moment: a blood pressure is one, with two components. */
export const observationsOf = (moment: Moment, about: About): Observation[] =>
  observed.flatMap((measurement) => observationOf(measurement, moment, about) ?? [])
