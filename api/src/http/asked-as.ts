import * as apiKeys from '@carewatch/contracts/http/api-keys'
import * as auth from '@carewatch/contracts/http/auth'
import * as channels from '@carewatch/contracts/http/channels'
import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import * as fhirSubscriptions from '@carewatch/contracts/http/fhir-subscriptions'
import * as invitations from '@carewatch/contracts/http/invitations'
import * as ownCompanies from '@carewatch/contracts/http/own-companies'
import * as passkeys from '@carewatch/contracts/http/passkeys'
import * as personalLinks from '@carewatch/contracts/http/personal-links'
import * as push from '@carewatch/contracts/http/push'
import * as uploads from '@carewatch/contracts/http/uploads'
import * as users from '@carewatch/contracts/http/users'
import * as webhooks from '@carewatch/contracts/http/webhooks'
import { eraseWearer } from '@carewatch/contracts/http/wearers'
import { companyOfStaff } from '../access/reach.ts'
import type { Caller } from '../access/viewer.ts'

/** What is of an account and its sign-in, wherever its person works, what is taken away from everywhere, and what lets a program in: no company has all of it. */
const ofNoCompany = new Set<unknown>([
  ...Object.values(auth),
  ...Object.values(channels),
  ...Object.values(invitations),
  ...Object.values(ownCompanies),
  ...Object.values(passkeys),
  ...Object.values(personalLinks),
  ...Object.values(push),
  ...Object.values(uploads),
  users.changePasswordByAdmin,
  users.deleteUser,
  users.endUserSessions,
  users.eraseUser,
  users.newUser,
  users.resetTelegram,
  users.resetTotp,
  users.sendRecoveryTo,
  users.setSms,
  users.updateSelf,
  users.updateUser,
  users.userStatusChange,
  eraseWearer,
  apiKeys.newApiKey,
  apiKeys.rotateApiKey,
  apiKeys.setPublicKeys,
  webhooks.newWebhook,
  webhooks.rotateWebhook,
  webhooks.updateWebhook,
  fhirSubscriptions.createSubscription,
  fhirSubscriptions.updateSubscription,
])

/** A search lives by its index, and PostgreSQL uses none for a text where a policy stands: such lists are kept apart by their conditions alone. */
const isSearched = ({ query }: Endpoint): boolean =>
  query !== undefined && ('search' in query.shape || 'q' in query.shape)

/** The company on whose staff's behalf a call asks the database; `undefined`: the interface asks as itself. */
export const companyAskedFor = (endpoint: Endpoint, caller: Caller | null): number | undefined =>
  isSearched(endpoint) || ofNoCompany.has(endpoint) ? undefined : companyOfStaff(caller)
