import * as contract from '@carewatch/contracts/http/fhir-subscriptions'
import type { OperationOutcome, Resource } from '@medplum/fhirtypes'
import { FHIR_JSON } from '../../http/fhir.ts'
import type { BulkAnswer, Serve } from '../../http/serve.ts'
import { baseOf } from '../base.ts'
import type { Parts } from '../search.ts'
import { readEvents, readStatus } from './ask.ts'
import { createSubscription, deleteSubscription, updateSubscription, type WritingParts } from './write.ts'

const CREATED = 201

const answer = (status: number, resource: Resource, headers: BulkAnswer['headers'] = {}): BulkAnswer => ({
  status,
  headers,
  mediaType: FHIR_JSON,
  body: JSON.stringify(resource),
})

export function subscriptionRoutes(serve: Serve, parts: Parts & WritingParts): void {
  serve.bulk(contract.createSubscription, async (asked, caller) => {
    const made = await createSubscription(parts, caller, asked)
    return answer(CREATED, made, { location: `${baseOf(parts)}/Subscription/${made.id}` })
  })
  serve.bulk(contract.updateSubscription, async (asked, caller) =>
    answer(200, await updateSubscription(parts, caller, asked)),
  )
  serve.bulk(contract.deleteSubscription, async ({ params }, caller) => {
    await deleteSubscription(parts.db, caller, params.id)
    const issue: OperationOutcome['issue'] = [
      { severity: 'information', code: 'informational', diagnostics: 'The Subscription was ended.' },
    ]
    return answer(200, { resourceType: 'OperationOutcome', issue })
  })
  serve.fhir(contract.subscriptionStatus, (asked, caller) => readStatus(parts, caller, asked))
  serve.fhir(contract.subscriptionEvents, (asked, caller) => readEvents(parts, caller, asked))
}
