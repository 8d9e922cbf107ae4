import { subscriptionTopics } from '@carewatch/contracts/fhir-subscriptions'
import { fhirResources } from '@carewatch/contracts/http/fhir-resources'
import { backport } from '@carewatch/contracts/http/fhir-subscriptions'
import type {
  CapabilityStatement,
  CapabilityStatementRestResource,
  CapabilityStatementRestResourceSearchParam,
} from '@medplum/fhirtypes'
import { baseOf, tokenUrlOf } from './base.ts'

/** When what this server does of FHIR was changed last. */
const DATE = '2026-11-28'
const DEFINITIONS = 'http://hl7.org/fhir/StructureDefinition/'
const VITAL_SIGNS = ['vitalsigns', 'heartrate', 'bp', 'oxygensat', 'bodytemp']

const BULK = 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition'

const SUBSCRIPTIONS = 'http://hl7.org/fhir/uv/subscriptions-backport'

/** Which topics there are, and that a program makes its Subscriptions itself. */
const ofSubscriptions = (): Partial<CapabilityStatementRestResource> => ({
  extension: Object.values(subscriptionTopics).map(({ url }) => ({
    url: backport.topic,
    valueCanonical: url,
  })),
  supportedProfile: [backport.subscription],
  interaction: [
    { code: 'read' },
    { code: 'search-type' },
    { code: 'create' },
    { code: 'update' },
    { code: 'delete' },
  ],
  operation: ['status', 'events'].map((name) => ({
    name,
    definition: `${SUBSCRIPTIONS}/OperationDefinition/backport-subscription-${name}`,
  })),
})

/** Parameters that every search takes. */
const common: CapabilityStatementRestResourceSearchParam[] = [
  { name: '_count', type: 'number', documentation: 'How many a page: 50, at most 500.' },
]

/** In which order pages come. */
const sortBy = (sorts: readonly string[]): CapabilityStatementRestResourceSearchParam[] =>
  sorts.length === 0
    ? []
    : [
        {
          name: '_sort',
          type: 'special',
          documentation: `${sorts.join(' or ')}, or with - before it the other way.`,
        },
      ]

const resourceOf = ({ type, parameters, sorts }: (typeof fhirResources)[keyof typeof fhirResources]) => {
  const resource: CapabilityStatementRestResource = {
    type,
    profile: DEFINITIONS + type,
    ...(type === 'Observation' && { supportedProfile: VITAL_SIGNS.map((name) => DEFINITIONS + name) }),
    interaction: [{ code: 'read' }, { code: 'search-type' }],
    versioning: 'no-version',
    readHistory: false,
    updateCreate: false,
    referencePolicy: ['literal'],
    searchParam: [
      ...Object.entries(parameters).map(([name, kind]) => ({ name, type: kind })),
      ...sortBy(sorts),
      ...common,
    ],
    ...(type === 'Patient' && {
      operation: [
        { name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' },
        { name: 'export', definition: `${BULK}/patient-export` },
      ],
    }),
    ...(type === 'Group' && {
      operation: [{ name: 'export', definition: `${BULK}/group-export` }],
    }),
    ...(type === 'Subscription' && ofSubscriptions()),
  }
  return resource
}

/** What this server does of FHIR: nothing that is not asked in its tests. */
export const capabilityStatement = (at: { publicUrl: string }): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: DATE,
  kind: 'instance',
  software: { name: 'Carewatch' },
  implementation: { description: 'Carewatch: all is read, Subscriptions are written too', url: baseOf(at) },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json'],
  instantiates: [
    'http://hl7.org/fhir/uv/bulkdata/CapabilityStatement/bulk-data',
    `${SUBSCRIPTIONS}/CapabilityStatement/backport-subscription-server-r4`,
  ],
  rest: [
    {
      mode: 'server',
      documentation:
        'A parameter that is not named here is refused, or left out where `Prefer: handling=lenient` says so.',
      security: {
        cors: false,
        extension: [
          {
            url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
            extension: [{ url: 'token', valueUri: tokenUrlOf(at) }],
          },
        ],
        service: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                code: 'SMART-on-FHIR',
              },
            ],
          },
        ],
        description:
          'A bearer token: an access token of SMART backend services, an API key of a company with the scope that the call asks for, or a person who signed in.',
      },
      resource: Object.values(fhirResources).map(resourceOf),
      operation: [{ name: 'export', definition: `${BULK}/export` }],
    },
  ],
})
