import { NDJSON } from '@carewatch/contracts/ndjson'
import * as contract from '@carewatch/contracts/http/fhir-bulk'
import type { Kickoff } from '@carewatch/contracts/http/fhir-bulk'
import type { OperationOutcome } from '@medplum/fhirtypes'
import { createTurns } from '../../exports/at-once.ts'
import type { Caller } from '../../access/viewer.ts'
import { FHIR_JSON } from '../../http/fhir.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import type { BulkAnswer, Serve } from '../../http/serve.ts'
import type { BulkParts } from './read.ts'
import { addressOf, type Begun, beginExport, cancelExport, readFile, type State, stateOf } from './exports.ts'

const ACCEPTED = 202
const RETRY_SECONDS = '1'

/** That something is under way, as FHIR says it. */
function accepted(diagnostics: string, headers: BulkAnswer['headers'] = {}): BulkAnswer {
  const issue: OperationOutcome['issue'] = [{ severity: 'information', code: 'informational', diagnostics }]
  const body = JSON.stringify({ resourceType: 'OperationOutcome', issue })
  return { status: ACCEPTED, headers, mediaType: FHIR_JSON, body }
}

function answerOf(state: State): BulkAnswer {
  if ('progress' in state)
    return accepted('The export is under way.', {
      'x-progress': state.progress,
      'retry-after': RETRY_SECONDS,
    })
  const headers = { expires: state.expires.toUTCString() }
  return { status: 200, headers, mediaType: 'application/json', body: JSON.stringify(state.manifest) }
}

const ofGroup = (group: string) => ({ path: `Group/${group}/$export`, ofPatients: true, group })

/** Parameters as the query that says the same: `_type` several times is a list, nothing else may stand there twice. */
function queryOf({ parameter = [] }: Kickoff): Begun['query'] {
  const query: Begun['query'] = {}
  for (const one of parameter) {
    const value = 'valueInstant' in one ? one.valueInstant : one.valueString
    const before = query[one.name]
    if (before !== undefined && one.name !== '_type') throw new InvalidFields({ [one.name]: 'invalid' })
    query[one.name] = before === undefined ? value : `${before},${value}`
  }
  return query
}

export function bulkRoutes(serve: Serve, parts: BulkParts): void {
  const withTurns = { ...parts, turns: createTurns() }
  const begins = [
    [contract.exportAll, '$export', false],
    [contract.exportPatients, 'Patient/$export', true],
  ] as const
  const posts = [
    [contract.postExportAll, '$export', false],
    [contract.postExportPatients, 'Patient/$export', true],
  ] as const
  const begin = async (caller: Caller, begun: Begun): Promise<BulkAnswer> => {
    const uuid = await beginExport(parts, caller, begun)
    return accepted('The export has begun.', { 'content-location': addressOf(parts, uuid) })
  }
  for (const [endpoint, path, ofPatients] of begins)
    serve.bulk(endpoint, async ({ query }, caller) => begin(caller, { path, ofPatients, query }))
  for (const [endpoint, path, ofPatients] of posts)
    serve.bulk(endpoint, async ({ body }, caller) =>
      begin(caller, { path, ofPatients, query: queryOf(body) }),
    )
  serve.bulk(contract.exportGroup, async ({ params, query }, caller) =>
    begin(caller, { ...ofGroup(params.id), query }),
  )
  serve.bulk(contract.postExportGroup, async ({ params, body }, caller) =>
    begin(caller, { ...ofGroup(params.id), query: queryOf(body) }),
  )
  serve.bulk(contract.exportStatus, async ({ params }, caller) =>
    answerOf(await stateOf(parts, caller, params.id)),
  )
  serve.bulk(contract.exportCancel, async ({ params }, caller) => {
    await cancelExport(parts.db, caller, params.id)
    return accepted('The export was ended.')
  })
  serve.bulk(contract.exportFile, async (asked, caller) => ({
    status: 200,
    headers: {},
    mediaType: NDJSON,
    body: await readFile(withTurns, caller, asked),
  }))
}
