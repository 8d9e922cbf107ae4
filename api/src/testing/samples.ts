import type { EndpointName } from '@carewatch/contracts/http/index'
import { samples as alarms } from '../alarms/samples.ts'
import { samples as articles } from '../articles/samples.ts'
import { samples as audit } from '../audit/samples.ts'
import { samples as auth } from '../auth/samples.ts'
import { samples as branches } from '../branches/samples.ts'
import { samples as blt } from '../blt/samples.ts'
import { samples as channels } from '../channels/samples.ts'
import { samples as companies } from '../companies/samples.ts'
import { samples as deviceChanges } from '../devices/change-samples.ts'
import { samples as deviceCommands } from '../devices/command-samples.ts'
import { samples as deviceImport } from '../devices/import-samples.ts'
import { samples as models } from '../devices/model-samples.ts'
import { samples as devices } from '../devices/samples.ts'
import { samples as deviceSettings } from '../devices/settings-samples.ts'
import { samples as duty } from '../duty/samples.ts'
import { samples as escalation } from '../escalation/samples.ts'
import { samples as exports } from '../exports/samples.ts'
import { samples as figures } from '../figures/samples.ts'
import { samples as fences } from '../fences/samples.ts'
import { samples as notifications } from '../notifications/samples.ts'
import { samples as onboarding } from '../onboarding/samples.ts'
import { samples as portal } from '../portal/samples.ts'
import { samples as push } from '../push/samples.ts'
import { samples as products } from '../products/samples.ts'
import { samples as readings } from '../readings/samples.ts'
import { samples as relatives } from '../relatives/samples.ts'
import { samples as sales } from '../sales/samples.ts'
import { samples as search } from '../search/samples.ts'
import { samples as simulator } from '../simulator/samples.ts'
import { samples as tasks } from '../tasks/samples.ts'
import { samples as uploads } from '../uploads/samples.ts'
import { samples as users } from '../users/samples.ts'
import { samples as watch } from '../watch/samples.ts'
import type { AnySample } from './sample.ts'

/** A sample of every call there is: the compiler names the one that is missing. */
const all = {
  ...alarms,
  ...articles,
  ...audit,
  ...auth,
  ...blt,
  ...branches,
  ...channels,
  ...companies,
  ...deviceChanges,
  ...deviceCommands,
  ...deviceImport,
  ...deviceSettings,
  ...devices,
  ...models,
  ...duty,
  ...escalation,
  ...exports,
  ...fences,
  ...figures,
  ...notifications,
  ...onboarding,
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
} satisfies Record<EndpointName, unknown>

// Safe: each is a sample of its own endpoint, whose input the walks only pass on.
export const sampleOf = (name: EndpointName): AnySample => all[name] as unknown as AnySample
