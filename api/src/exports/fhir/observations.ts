import type { MetricName } from '@carewatch/contracts/metrics'
import type {
  BundleEntry,
  CodeableConcept,
  Observation,
  ObservationComponent,
  Quantity,
} from '@medplum/fhirtypes'
import { CATEGORIES, LOINC, type Observed, observed, UCUM } from './codes.ts'
import { nameUuid } from './name-uuid.ts'

/** Everything measured at one moment. */
export type Moment = { time: Date; values: ReadonlyMap<MetricName, number> }
/** Whose and by what, as references into the bundle. */
export type About = { patient: string; device: string; deviceUuid: string }

const concept = (codes: Observed['codes']): CodeableConcept => ({
  coding: codes.map((code) => ({ system: LOINC, ...code })),
})

const quantity = (value: number, { unit, ucum }: { unit: string; ucum: string }): Quantity => ({
  value,
  unit,
  system: UCUM,
  code: ucum,
})

/** What of the measurement there is: its number, or its parts. */
function valuesOf({ parts, sum }: Observed, values: Moment['values']): Partial<Observation> | undefined {
  const known = parts.flatMap((part) => {
    const value = values.get(part.metric)
    return value === undefined ? [] : [{ ...part, value }]
  })
  const [first] = known
  if (!first) return undefined
  if (parts.length === 1) return { valueQuantity: quantity(first.value, first) }
  const component: ObservationComponent[] = known.map((part) => ({
    code: concept(part.codes),
    valueQuantity: quantity(part.value, part),
  }))
  if (!sum) return { component }
  const total = sum.of.reduce((minutes, name) => minutes + (values.get(name) ?? 0), 0)
  return { valueQuantity: quantity(total, sum), component }
}

/** The observations of one moment: a blood pressure is one, with two components. */
export const observationsOf = (
  { time, values }: Moment,
  { patient, device, deviceUuid }: About,
): BundleEntry[] =>
  observed.flatMap((measurement) => {
    const measured = valuesOf(measurement, values)
    if (!measured) return []
    const { category, codes, profile } = measurement
    const effectiveDateTime = time.toISOString()
    const id = nameUuid(deviceUuid, `${codes[0]?.code}/${effectiveDateTime}`)
    const observation: Observation = {
      resourceType: 'Observation',
      id,
      ...(profile && { meta: { profile: [profile] } }),
      status: 'final',
      category: [{ coding: [{ system: CATEGORIES, ...category }] }],
      code: concept(codes),
      subject: { reference: patient, type: 'Patient' },
      device: { reference: device, type: 'Device' },
      effectiveDateTime,
      ...measured,
    }
    return [{ fullUrl: `urn:uuid:${id}`, resource: observation }]
  })
