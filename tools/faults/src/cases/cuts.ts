import { under } from '../case.ts'
import { clogProxy, cutProxy, forgetProxy, slowProxies } from '../disturbances.ts'
import type { ProxyName } from '../environment/wiring.ts'

const CUT_MS = 4_000
const CLOGGED_MS = 12_000
const FORGOTTEN_MS = 6_000
/** No packet says that a connection is dead: what waits on it gives up after 15 s. */
export const NOTICED_MS = 20_000

const ends: [ProxyName, string][] = [
  ['watches-broker', 'watches and broker'],
  ['broker-database', 'broker and database'],
  ['engine-database', 'rules-engine and database'],
  ['api-database', 'interface and database'],
  ['engine-broker', 'rules-engine and broker'],
  ['api-broker', 'interface and broker'],
  ['browser-api', 'browser and interface'],
]

const databaseProxies: ProxyName[] = ['broker-database', 'engine-database', 'api-database']

export const cuts = [
  ...ends.map(([proxy, between]) =>
    under([`cut-${proxy}`, `line between ${between} cut for 4 s`], cutProxy(proxy, CUT_MS)),
  ),
  ...ends.map(([proxy, between]) =>
    under(
      [`clog-${proxy}`, `line between ${between} swallows everything for 12 s`],
      clogProxy(proxy, CLOGGED_MS),
    ),
  ),
  under(
    ['clog-acknowledgements', 'only what the broker says to watches is swallowed for 12 s'],
    clogProxy('watches-broker', CLOGGED_MS, 'down'),
  ),
  under(
    ['clog-answers', 'only what the database answers the broker is swallowed for 12 s'],
    clogProxy('broker-database', CLOGGED_MS, 'down'),
  ),
  ...ends.map(([proxy, between]) =>
    under(
      [`forget-${proxy}`, `open connections between ${between} die without a word, new ones pass`],
      forgetProxy(proxy, FORGOTTEN_MS),
      { backWithinMs: NOTICED_MS },
    ),
  ),
  under(
    ['slow-database', 'every answer of the database takes 2 s longer, for 12 s'],
    slowProxies(databaseProxies, 1_000, CLOGGED_MS),
  ),
]
