import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

/** The first part of an address, and what the calls below it are about. */
const about: Record<string, string> = {
  admin: 'People and devices, for whoever manages them.',
  alarms: 'Alarms, from their opening to their end.',
  apiKeys: 'Keys by which programs come in.',
  articles: 'Texts for the families, in each language.',
  audit: 'Who changed and who looked at what.',
  auth: 'Signing in, passwords, second steps and sessions.',
  // oxlint-disable-next-line eslint/id-denylist -- what the addresses of the specification begin with.
  blt: 'Rooms, gateways and tags, and what they notice.',
  branch: 'The branches of a company.',
  company: 'Companies.',
  devices: 'Watches: their settings, orders, owners and places.',
  duty: 'Who is on duty when.',
  escalation: 'Who is called when nobody answers.',
  events: 'What happened, to be followed by programs.',
  export: 'Tables and FHIR.',
  fhir: 'FHIR R4: all is read, Subscriptions are written too.',
  'incident-files': 'Whether a file that was handed out is unchanged.',
  import: 'Many rows at once, from a file.',
  incidents: 'Alarms that belong together, and who took them.',
  inspection: 'Monthly packs for an inspection.',
  invitations: 'Invitations to an account, and their answers.',
  links: 'Programs of somebody’s own: a calendar of duties, Home Assistant.',
  models: 'The models of watches.',
  notification: 'What was notified in the portal.',
  onboarding: 'Requests to be looked after.',
  portal: 'What a page must know of this installation.',
  products: 'The catalogue.',
  push: 'Messages to browsers.',
  readings: 'What watches measured, and where they were.',
  relation: 'Relatives of a watch and their grants.',
  sales: 'What was sold.',
  search: 'People, rooms and watches by name.',
  simulator: 'Watches that are made up.',
  tasks: 'What somebody is to do.',
  upload: 'Pictures and documents.',
  user: 'Whoever is signed in.',
  watch: 'What the watchdog of this installation found.',
  wearers: 'People under care.',
  webhooks: 'Programs that are told of what happens.',
}

export const sections: OpenApi.TagObject[] = Object.entries(about).map(([name, description]) => ({
  name,
  description,
}))
