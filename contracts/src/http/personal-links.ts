import { z } from 'zod'
import { KnownPassword } from '../passwords.ts'
import { permissions } from '../permissions.ts'
import { personalLinks } from '../personal-links.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, nothing } from './endpoint.ts'
import { requiredText } from './fields.ts'

const kind = z.enum(personalLinks)

export const PersonalLink = z
  .object({
    uuid: Uuid,
    kind,
    /** What its secret begins with. */
    prefix: z.string(),
    createdAt: Instant,
    /** Written down at most once a minute. */
    lastUsedAt: Instant.nullable(),
    lastUsedFrom: z.string().nullable(),
  })
  .meta({ id: 'PersonalLink' })
export type PersonalLink = z.output<typeof PersonalLink>

const Broker = z.object({ host: z.string().nullable(), port: z.int() })
export type Broker = z.output<typeof Broker>

export const ownLinks = endpoint({
  method: 'GET',
  path: '/links/own',
  summary: 'By which programs of your own you may read what is yours, and those that do',
  allow: permissions.anything,
  byKey: null,
  reply: z.object({ links: z.array(PersonalLink), possible: z.array(kind) }),
})

export const newLink = endpoint({
  method: 'POST',
  path: '/links/new',
  summary:
    'Let a program of yours read what is yours. Its secret is said in the answer and never again, and the one of before ends; the password is asked for',
  allow: permissions.haveLinks,
  byKey: null,
  limit: { calls: 60, minutes: 10 },
  body: z.strictObject({ kind, password: KnownPassword }),
  reply: z.object({
    link: PersonalLink,
    secret: z.string(),
    /** Where Home Assistant connects to, by TLS; of the host null: by the name under which this portal was opened. */
    broker: Broker.nullable(),
  }),
})

export const endLink = endpoint({
  method: 'POST',
  path: '/links/end/:uuid',
  summary: 'Let that program read no longer, from the moment on',
  allow: permissions.haveLinks,
  byKey: null,
  params: z.object({ uuid: Uuid }),
  reply: nothing,
})

/** Where a calendar of duties is fetched from; its secret stands in the address, because calendars ask by nothing else. */
export const calendarPath = (secret: string): string => `/api/links/calendar/${secret}.ics`

export const dutyCalendar = endpoint({
  method: 'GET',
  path: '/links/calendar/:file',
  summary:
    'The duties of whoever has this address, as a calendar (RFC 5545): of the last thirty days, now and later. No resident is named in it',
  allow: 'anyone',
  byKey: null,
  limit: { calls: 600, minutes: 10 },
  params: z.object({ file: requiredText(200) }),
  file: ['text/calendar; charset=utf-8'],
  reply: z.null(),
})
