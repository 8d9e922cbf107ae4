import type { EndpointName } from '@carewatch/contracts/http/index'
import { examples as alarms } from '../alarms/examples.ts'
import { examples as apiKeys } from '../api-keys/examples.ts'
import { examples as webhooks } from '../webhooks/examples.ts'
import { examples as events } from '../events/examples.ts'
import { examples as articles } from '../articles/examples.ts'
import { examples as audit } from '../audit/examples.ts'
import { examples as auth } from '../auth/examples.ts'
import { examples as branches } from '../branches/examples.ts'
import { examples as routines } from '../routines/examples.ts'
import { examples as rooms } from '../rooms/examples.ts'
import { examples as channels } from '../channels/examples.ts'
import { examples as companies } from '../companies/examples.ts'
import { examples as deviceChanges } from '../devices/change-examples.ts'
import { examples as deviceClaims } from '../devices/claims/examples.ts'
import { examples as deviceProfile } from '../devices/profile/examples.ts'
import { examples as deviceSetUp } from '../devices/set-up/examples.ts'
import { examples as deviceIdentity } from '../devices/identity/examples.ts'
import { examples as deviceCommands } from '../devices/commands/examples.ts'
import { examples as fleet } from '../devices/fleet/examples.ts'
import { examples as unread } from '../devices/unread/examples.ts'
import { examples as deviceImport } from '../devices/import/examples.ts'
import { examples as answers } from '../answers/examples.ts'
import { examples as models } from '../devices/models/examples.ts'
import { examples as devices } from '../devices/examples.ts'
import { examples as deviceSettings } from '../devices/settings/examples.ts'
import { examples as duty } from '../duty/examples.ts'
import { examples as escalation } from '../escalation/examples.ts'
import { examples as exports } from '../exports/examples.ts'
import { examples as fhirBulk } from '../fhir/bulk/examples.ts'
import { examples as fhirSubscriptions } from '../fhir/subscriptions/examples.ts'
import { examples as fhir } from '../fhir/examples.ts'
import { examples as figureMails } from '../figures/mails/examples.ts'
import { examples as figures } from '../figures/examples.ts'
import { examples as calibration } from '../calibration/examples.ts'
import { examples as floorPlans } from '../floor-plans/examples.ts'
import { examples as fences } from '../fences/examples.ts'
import { examples as imports } from '../imports/examples.ts'
import { examples as incidents } from '../incidents/examples.ts'
import { examples as inspection } from '../inspection/examples.ts'
import { examples as nicknames } from '../nicknames/examples.ts'
import { examples as ownCompanies } from '../own-companies/examples.ts'
import { examples as notifications } from '../notifications/examples.ts'
import { examples as onboarding } from '../onboarding/examples.ts'
import { examples as personalLinks } from '../personal-links/examples.ts'
import { examples as passkeys } from '../auth/passkeys/examples.ts'
import { examples as portal } from '../portal/examples.ts'
import { examples as push } from '../push/examples.ts'
import { examples as products } from '../products/examples.ts'
import { examples as readings } from '../readings/examples.ts'
import { examples as relatives } from '../relatives/examples.ts'
import { examples as sales } from '../sales/examples.ts'
import { examples as search } from '../search/examples.ts'
import { examples as simulator } from '../simulator/examples.ts'
import { examples as tasks } from '../tasks/examples.ts'
import { examples as uploads } from '../uploads/examples.ts'
import { examples as users } from '../users/examples.ts'
import { examples as wearers } from '../wearers/examples.ts'
import { examples as watch } from '../watchdog/examples.ts'
import type { AnyExample } from './example.ts'

/** A sample of every call there is: the compiler names the one that is missing. */
const all = {
  ...alarms,
  ...apiKeys,
  ...webhooks,
  ...events,
  ...answers,
  ...articles,
  ...audit,
  ...auth,
  ...rooms,
  ...routines,
  ...branches,
  ...channels,
  ...companies,
  ...deviceChanges,
  ...deviceClaims,
  ...deviceIdentity,
  ...deviceProfile,
  ...deviceSetUp,
  ...deviceCommands,
  ...fleet,
  ...unread,
  ...deviceImport,
  ...deviceSettings,
  ...devices,
  ...models,
  ...duty,
  ...escalation,
  ...exports,
  ...fences,
  ...calibration,
  ...floorPlans,
  ...fhir,
  ...figureMails,
  ...fhirBulk,
  ...fhirSubscriptions,
  ...figures,
  ...imports,
  ...incidents,
  ...inspection,
  ...nicknames,
  ...ownCompanies,
  ...notifications,
  ...onboarding,
  ...passkeys,
  ...personalLinks,
  ...portal,
  ...push,
  ...products,
  ...readings,
  ...relatives,
  ...sales,
  ...search,
  ...simulator,
  ...tasks,
  ...uploads,
  ...users,
  ...watch,
  ...wearers,
} satisfies Record<EndpointName, unknown>

// Safe: each is a sample of its own endpoint, whose input the walks only pass on.
export const exampleOf = (name: EndpointName): AnyExample => all[name] as unknown as AnyExample
