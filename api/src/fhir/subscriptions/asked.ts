import {
  type FhirSubscription,
  type SubscriptionTopic,
  subscriptionTopics,
} from '@carewatch/contracts/fhir-subscriptions'
import type { SubscriptionBody } from '@carewatch/contracts/http/fhir-subscriptions'
import { Refusal } from '@carewatch/contracts/refusal'
import { Uuid } from '@carewatch/contracts/wire'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../../access/viewer.ts'
import { getVisibleWearer } from '../../access/visible-wearer.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { mayHear } from './focus.ts'

// Safe: the record's own keys.
const topics = Object.keys(subscriptionTopics) as SubscriptionTopic[]

const invalid = (name: string): never => {
  throw new InvalidFields({ [name]: 'invalid' })
}

const PATIENT = /^(?:Patient\?_id=|([A-Z][A-Za-z]+)\?(?:patient|subject)=)(?:Patient\/)?([0-9a-fA-F-]{36})$/

/** Of whom it is to be: one person, whom the program sees; whom it does not see is not there. */
async function patientOf(
  db: Db,
  caller: Caller,
  { topic, filter }: { topic: SubscriptionTopic; filter: string },
) {
  const [, type, id] = PATIENT.exec(filter) ?? []
  const { data: uuid } = Uuid.safeParse(id?.toLowerCase())
  if (uuid === undefined || (type !== undefined && type !== subscriptionTopics[topic].focus))
    return invalid('_criteria')
  try {
    return (await getVisibleWearer(db, caller, uuid)).uuid
  } catch (error) {
    if (error instanceof Refusal) return invalid('_criteria')
    throw error
  }
}

/** Beyond the seconds and the count there is nothing to choose: what stands there twice is refused. */
function extensionsOf({ channel: { extension = [] } }: SubscriptionBody) {
  const found: Pick<FhirSubscription, 'heartbeat' | 'maxCount'> = {}
  for (const one of extension)
    if ('valueUnsignedInt' in one) found.heartbeat = one.valueUnsignedInt
    else found.maxCount = one.valuePositiveInt
  return Object.keys(found).length === extension.length ? found : invalid('channel.extension')
}

/** What a program asks for, read; refused where its key may not read that. */
export async function readSubscription(
  db: Db,
  caller: Caller,
  body: SubscriptionBody,
): Promise<FhirSubscription> {
  const topic = topics.find((name) => subscriptionTopics[name].url === body.criteria)
  if (topic === undefined) return invalid('criteria')
  if (!mayHear(caller, { topic })) throw new Refusal('forbidden')
  const filter = body._criteria?.extension[0]?.valueString
  const [content] = body.channel._payload.extension
  const extensions = extensionsOf(body)
  // Of what comes in batches each notification holds what came together.
  if (topic === 'observations' && extensions.maxCount !== undefined) return invalid('channel.extension')
  return {
    topic,
    content: content?.valueCode ?? 'empty',
    reason: body.reason,
    ...extensions,
    ...(filter !== undefined && { patient: await patientOf(db, caller, { topic, filter }) }),
  }
}
