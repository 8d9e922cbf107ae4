import type { MetricName } from '@carewatch/contracts/metrics'

/**
 * What each measurement is called in FHIR. The vital signs: HL7 FHIR R4, profiles heartrate, bp, oxygensat and bodytemp
 * (https://hl7.org/fhir/R4/observation-vitalsigns.html). Steps and sleep: HL7 Personal Health Records, value sets of
 * device observations (https://hl7.org/fhir/uv/phr). Units: UCUM (https://ucum.org).
 */
export const LOINC = 'http://loinc.org'
export const UCUM = 'http://unitsofmeasure.org'
export const CATEGORIES = 'http://terminology.hl7.org/CodeSystem/observation-category'
const PROFILE = 'http://hl7.org/fhir/StructureDefinition/'

type Code = { code: string; display: string }
type Unit = { unit: string; ucum: string }
/** One number of a measurement. */
export type Part = { metric: MetricName; codes: readonly Code[] } & Unit

export type Measurement = {
  category: Code
  profile: string | undefined
  codes: readonly Code[]
  /** One part and no codes of its own: the number itself; else components of a panel. */
  parts: readonly Part[]
  /** Of a panel: what its parts make together. */
  sum?: Unit & { of: readonly MetricName[] }
}

const vitalSigns = { code: 'vital-signs', display: 'Vital Signs' }
const activity = { code: 'activity', display: 'Activity' }
const millimetres = { unit: 'mmHg', ucum: 'mm[Hg]' }
const minutes = { unit: 'min', ucum: 'min' }

const single = (
  metric: MetricName,
  { code, unit, ...rest }: { code: readonly Code[]; unit: Unit; category: Code; profile?: string },
): Measurement => ({
  category: rest.category,
  profile: rest.profile && PROFILE + rest.profile,
  codes: code,
  parts: [{ metric, codes: code, ...unit }],
})

export const measurements: readonly Measurement[] = [
  single('heartRate', {
    category: vitalSigns,
    profile: 'heartrate',
    code: [{ code: '8867-4', display: 'Heart rate' }],
    unit: { unit: 'beats/minute', ucum: '/min' },
  }),
  {
    category: vitalSigns,
    profile: `${PROFILE}bp`,
    codes: [{ code: '85354-9', display: 'Blood pressure panel with all children optional' }],
    parts: [
      {
        metric: 'systolic',
        codes: [{ code: '8480-6', display: 'Systolic blood pressure' }],
        ...millimetres,
      },
      {
        metric: 'diastolic',
        codes: [{ code: '8462-4', display: 'Diastolic blood pressure' }],
        ...millimetres,
      },
    ],
  },
  single('spo2', {
    category: vitalSigns,
    profile: 'oxygensat',
    code: [
      { code: '2708-6', display: 'Oxygen saturation in Arterial blood' },
      { code: '59408-5', display: 'Oxygen saturation in Arterial blood by Pulse oximetry' },
    ],
    unit: { unit: '%', ucum: '%' },
  }),
  single('temperature', {
    category: vitalSigns,
    profile: 'bodytemp',
    code: [{ code: '8310-5', display: 'Body temperature' }],
    unit: { unit: 'C', ucum: 'Cel' },
  }),
  // The watch counts since its day began, which is not the same as 24 hours.
  single('steps', {
    category: activity,
    code: [{ code: '55423-8', display: 'Number of steps in unspecified time Pedometer' }],
    unit: { unit: 'steps', ucum: '{steps}' },
  }),
  {
    category: activity,
    profile: undefined,
    codes: [{ code: '93832-4', display: 'Sleep duration' }],
    sum: { of: ['sleepDeep', 'sleepLight'], ...minutes },
    parts: [
      { metric: 'sleepDeep', codes: [{ code: '93831-6', display: 'Deep sleep duration' }], ...minutes },
      { metric: 'sleepLight', codes: [{ code: '93830-8', display: 'Light sleep duration' }], ...minutes },
    ],
  },
]
