import * as alarmFigures from './alarm-figures.ts'
import * as alarms from './alarms.ts'
import * as apiKeys from './api-keys.ts'
import * as webhooks from './webhooks.ts'
import * as events from './events.ts'
import * as articles from './articles.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as gatewaysAndBeacons from './gateways-and-beacons.ts'
import * as interactions from './interactions.ts'
import * as routines from './routines.ts'
import * as rooms from './rooms.ts'
import * as bookmarks from './bookmarks.ts'
import * as calibration from './calibration.ts'
import * as branches from './branches.ts'
import * as channels from './channels.ts'
import * as companies from './companies.ts'
import * as deviceChanges from './device-changes.ts'
import * as deviceClaims from './device-claims.ts'
import * as deviceCommands from './device-commands.ts'
import * as deviceFacets from './device-facets.ts'
import * as deviceIdentity from './device-identity.ts'
import * as deviceImport from './device-import.ts'
import * as deviceLimits from './device-limits.ts'
import * as deviceProfile from './device-profile.ts'
import * as deviceSetUp from './device-set-up.ts'
import * as deviceSettings from './device-settings.ts'
import * as devices from './devices.ts'
import * as duty from './duty.ts'
import type { Endpoint } from './endpoint.ts'
import * as escalation from './escalation.ts'
import * as exports from './exports.ts'
import * as fences from './fences.ts'
import * as figureMails from './figure-mails.ts'
import * as fleetJobs from './fleet-jobs.ts'
import * as floorPlans from './floor-plans.ts'
import * as imports from './import.ts'
import * as incidentFiles from './incident-files.ts'
import * as incidents from './incidents.ts'
import * as invitations from './invitations.ts'
import * as monthlyPacks from './monthly-packs.ts'
import * as models from './models.ts'
import * as nicknames from './nicknames.ts'
import * as notifications from './notifications.ts'
import * as ownCompanies from './own-companies.ts'
import * as passkeys from './passkeys.ts'
import * as positions from './positions.ts'
import * as onboarding from './onboarding.ts'
import * as personalLinks from './personal-links.ts'
import * as products from './products.ts'
import * as portal from './portal.ts'
import * as push from './push.ts'
import * as readings from './readings.ts'
import * as relatives from './relatives.ts'
import * as sales from './sales.ts'
import * as search from './search.ts'
import * as shiftSheets from './shift-sheet.ts'
import * as simulator from './simulator.ts'
import * as taskDashboard from './task-dashboard.ts'
import * as tasks from './tasks.ts'
import * as unreadMessages from './unread-messages.ts'
import * as uploads from './uploads.ts'
import * as users from './users.ts'
import * as viewings from './viewings.ts'
import * as fhir from './fhir.ts'
import * as fhirBulk from './fhir-bulk.ts'
import * as fhirSubscriptions from './fhir-subscriptions.ts'
import * as ward from './ward.ts'
import * as watch from './watch.ts'
import * as wearerReadings from './wearer-readings.ts'
import * as wearers from './wearers.ts'

/** One line a resource: whatever endpoint stands in its file is served, documented and walked by the tests. */
const resources = {
  ...alarmFigures,
  ...alarms,
  ...apiKeys,
  ...webhooks,
  ...events,
  ...articles,
  ...audit,
  ...auth,
  ...gatewaysAndBeacons,
  ...interactions,
  ...rooms,
  ...routines,
  ...bookmarks,
  ...branches,
  ...calibration,
  ...channels,
  ...companies,
  ...deviceChanges,
  ...deviceClaims,
  ...deviceCommands,
  ...deviceFacets,
  ...deviceIdentity,
  ...deviceProfile,
  ...deviceSetUp,
  ...deviceImport,
  ...deviceLimits,
  ...deviceSettings,
  ...devices,
  ...duty,
  ...escalation,
  ...exports,
  ...fences,
  ...figureMails,
  ...fleetJobs,
  ...floorPlans,
  ...imports,
  ...incidentFiles,
  ...incidents,
  ...invitations,
  ...monthlyPacks,
  ...models,
  ...nicknames,
  ...ownCompanies,
  ...passkeys,
  ...notifications,
  ...personalLinks,
  ...positions,
  ...onboarding,
  ...products,
  ...portal,
  ...push,
  ...readings,
  ...relatives,
  ...sales,
  ...search,
  ...shiftSheets,
  ...simulator,
  ...taskDashboard,
  ...tasks,
  ...unreadMessages,
  ...uploads,
  ...users,
  ...viewings,
  ...fhir,
  ...fhirBulk,
  ...fhirSubscriptions,
  ...ward,
  ...watch,
  ...wearerReadings,
  ...wearers,
}

type Resources = typeof resources
export type EndpointName = {
  [Name in keyof Resources]: Resources[Name] extends Endpoint ? Name : never
}[keyof Resources]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'reply' in value && 'allow' in value

// Safe: exactly the entries that are endpoints, by the same test as the type's.
export const endpointsByName = Object.fromEntries(
  Object.entries(resources).filter(([, value]) => isEndpoint(value)),
) as { readonly [Name in EndpointName]: Resources[Name] }

/** Every call there is. */
export const endpoints: readonly Endpoint[] = Object.values(endpointsByName)
