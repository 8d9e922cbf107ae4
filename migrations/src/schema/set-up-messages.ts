import { deliveryReasons } from '@carewatch/contracts/escalation'
import { setUpStates } from '@carewatch/contracts/set-up-sms'
import { index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { ids, instant } from './columns.ts'
import { devices } from './devices.ts'
import { companies } from './people.ts'

/** What was sent to a watch by SMS to point it to this server, and what came of it; never the text, which has the watch's password. */
export const setUpMessages = pgTable(
  'set_up_messages',
  {
    ...ids(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id),
    /** Whose it was then, and on whose account it went. */
    companyId: integer('company_id').references(() => companies.id),
    state: text({ enum: setUpStates }).notNull().default('QUEUED'),
    reason: text({ enum: deliveryReasons }),
    /** By what the provider names it when it says that it arrived. */
    providerId: text('provider_id'),
    /** As how many it is paid. */
    parts: smallint().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('set_up_messages_device').on(t.deviceId, t.createdAt),
    index('set_up_messages_company').on(t.companyId, t.createdAt),
    index('set_up_messages_provider').on(t.providerId),
  ],
)
