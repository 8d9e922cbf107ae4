import * as contract from '@carewatch/contracts/http/events'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { eventsAfter } from './after.ts'

export function eventRoutes(serve: Serve, services: Services): void {
  serve(contract.eventsAfter, (asked, caller) => eventsAfter(services, caller, asked))
}
