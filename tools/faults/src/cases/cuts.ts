import { under } from '../case.ts'
import { clogLine, cutLine, forgetLine, slowLines } from '../disturbances.ts'
import type { LineName } from '../stage/wiring.ts'

const CUT_MS = 4_000
const CLOGGED_MS = 12_000
const FORGOTTEN_MS = 6_000
/** No packet says that a connection is dead: what waits on it gives up after 15 s. */
export const NOTICED_MS = 20_000

const ends: [LineName, string][] = [
  ['watches-door', 'watches and broker'],
  ['door-database', 'broker and database'],
  ['engine-database', 'rules-engine and database'],
  ['api-database', 'interface and database'],
  ['engine-door', 'rules-engine and broker'],
  ['api-door', 'interface and broker'],
  ['browser-api', 'browser and interface'],
]

const databaseLines: LineName[] = ['door-database', 'engine-database', 'api-database']

export const cuts = [
  ...ends.map(([line, between]) =>
    under([`cut-${line}`, `line between ${between} cut for 4 s`], cutLine(line, CUT_MS)),
  ),
  ...ends.map(([line, between]) =>
    under(
      [`clog-${line}`, `line between ${between} swallows everything for 12 s`],
      clogLine(line, CLOGGED_MS),
    ),
  ),
  under(
    ['clog-acknowledgements', 'only what the broker says to watches is swallowed for 12 s'],
    clogLine('watches-door', CLOGGED_MS, 'down'),
  ),
  under(
    ['clog-answers', 'only what the database answers the broker is swallowed for 12 s'],
    clogLine('door-database', CLOGGED_MS, 'down'),
  ),
  ...ends.map(([line, between]) =>
    under(
      [`forget-${line}`, `open connections between ${between} die without a word, new ones pass`],
      forgetLine(line, FORGOTTEN_MS),
      { backWithinMs: NOTICED_MS },
    ),
  ),
  under(
    ['slow-database', 'every answer of the database takes 2 s longer, for 12 s'],
    slowLines(databaseLines, 1_000, CLOGGED_MS),
  ),
]
