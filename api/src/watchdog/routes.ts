import * as contract from '@carewatch/contracts/http/watch'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listFindings } from './list.ts'

export function watchRoutes(serve: Serve, { db }: Services): void {
  serve(contract.watchFindings, (_, viewer) => listFindings(db, viewer))
}
