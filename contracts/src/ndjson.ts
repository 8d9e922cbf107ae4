/** Resources of FHIR, a line each (FHIR Bulk Data Access 2.0). */
export const NDJSON = 'application/fhir+ndjson'
