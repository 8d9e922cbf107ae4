/**
 * What a measurement is called where other systems read it. Vital signs: HL7 FHIR R4, profiles heartrate, bp, oxygensat and bodytemp
 * (https://hl7.org/fhir/R4/observation-vitalsigns.html). Steps and sleep: HL7 Personal Health Records, value sets of
 * device observations (https://hl7.org/fhir/uv/phr). Codes: LOINC; units: UCUM (https://ucum.org).
 */
export type Coding = { code: string; display: string }
export type FhirUnit = { unit: string; ucum: string }
export type FhirCategory = 'vital-signs' | 'activity'
/** What a number is of that is no moment: counted since its day began, or of the night in the 24 hours before it was reported. */
export type FhirCovers = 'day' | 'night'
export type Fhir = {
  codes: readonly Coding[]
  category: FhirCategory
  profile?: string
  covers?: FhirCovers
} & FhirUnit
