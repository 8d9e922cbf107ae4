import * as contract from '@carewatch/contracts/http/import'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { importRows } from './import-rows.ts'

export function importRoutes(serve: Serve, services: Services): void {
  serve(contract.importRows, ({ body }, caller) => importRows(services, caller, body))
}
