import * as contract from '@carewatch/contracts/http/search'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { findSuggestions } from './suggestions.ts'

export function searchRoutes(serve: Serve, { db }: Services): void {
  serve(contract.search, async ({ query }, viewer) => ({
    suggestions: await findSuggestions(db, viewer, query.q),
  }))
}
