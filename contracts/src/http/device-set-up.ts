import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { SetUpMessage, setUpGaps, SetUpPassword, SetUpSms } from '../set-up-sms.ts'
import { Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'

const byUuid = z.object({ uuid: Uuid })

export const deviceSetUp = endpoint({
  method: 'GET',
  path: '/devices/setUp/:uuid',
  summary: 'How a watch is pointed to this server by SMS, and what came of the last one',
  allow: permissions.manageDevices,
  byKey: null,
  params: byUuid,
  reply: z.object({
    /** Null: no text is known for its model. */
    sms: SetUpSms.nullable(),
    /** Where watches reach this server; null: not known but by the name under which the portal was opened. */
    host: z.string().nullable(),
    port: z.int().nullable(),
    /** The watch's own number, international; null: it has none, or one that is not a number. */
    number: z.string().nullable(),
    /** Why none can be sent from here. */
    gap: z.enum(setUpGaps).nullable(),
    message: SetUpMessage.nullable(),
  }),
})

export const sendSetUpSms = endpoint({
  method: 'POST',
  path: '/devices/setUp/:uuid',
  summary:
    'Send a watch the SMS that points it to this server. The password is kept nowhere; left out, it is the one the model is made with. Refused within two minutes of the last one',
  allow: permissions.manageDevices,
  byKey: null,
  limit: { calls: 20, minutes: 1 },
  params: byUuid,
  body: z.strictObject({ password: SetUpPassword.optional() }),
  reply: z.object({ message: SetUpMessage }),
})
