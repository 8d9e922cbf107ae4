import { expect, it } from 'vitest'
import { readSteps } from './migrate.ts'

/** Before them nothing ran anywhere that had to go on meanwhile. */
const LAST_FREE = '0018_downlink.sql'

/** What the parts of the version before would stumble over while they still run. */
const TAKES_AWAY = [
  /\bdrop\s+(?:table|column|view)\b/i,
  /\brename\b/i,
  /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
  /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i,
  /\badd\s+column\s+(?:(?!default|generated|;)[\s\S])*?\bnot\s+null\b(?![^;]*\b(?:default|generated)\b)/i,
]

const withoutComments = (sql: string): string => sql.replaceAll(/--.*$/gm, '')

const RENAMED = /\balter\s+table\s+"?(\w+)"?\s+rename\s+to\s+"?(\w+)"?\s*;/gi

/** The whole table by its former name, and nothing less of it: PostgreSQL reads and writes through such a view by itself. */
const viewOf = (former: string, now: string): RegExp =>
  new RegExp(`\\bcreate\\s+view\\s+"?${former}"?\\s+as\\s+select\\s+\\*\\s+from\\s+"?${now}"?\\s*;`, 'i')

/** The new name of the table itself, and of what bears the table's name and is named in no statement. */
const renamesOf = (former: string, now: string): RegExp[] => [
  new RegExp(`\\balter\\s+table\\s+"?${former}"?\\s+rename\\s+to\\s+"?${now}"?\\s*;`, 'gi'),
  new RegExp(`\\balter\\s+(?:sequence|index)\\s+"?${former}_\\w+"?\\s+rename\\s+to\\b`, 'gi'),
  new RegExp(`\\balter\\s+trigger\\s+"?${former}_\\w+"?\\s+on\\s+"?${now}"?\\s+rename\\s+to\\b`, 'gi'),
  new RegExp(`\\balter\\s+table\\s+"?${now}"?\\s+rename\\s+constraint\\b`, 'gi'),
]

/** A table takes a new name without a stumble where the same step leaves its former name as a view of it. */
function withoutCoveredRenames(sql: string): string {
  const covered = [...sql.matchAll(RENAMED)].filter(([, former = '', now = '']) =>
    viewOf(former, now).test(sql),
  )
  return covered
    .flatMap(([, former = '', now = '']) => renamesOf(former, now))
    .reduce((rest, pattern) => rest.replaceAll(pattern, ''), sql)
}

const takesAway = (sql: string): boolean => {
  const rest = withoutCoveredRenames(withoutComments(sql))
  return TAKES_AWAY.some((pattern) => pattern.test(rest))
}

it('every step only adds, so that the version before goes on beside it', async () => {
  const steps = (await readSteps()).filter(({ name }) => name > LAST_FREE)
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.filter(({ sql }) => takesAway(sql)).map(({ name }) => name)).toEqual([])
})

const COVERED = 'alter table a rename to b; create view a as select * from b;'

it.each([
  ['alter table devices drop column name', true],
  ['ALTER TABLE "devices" RENAME COLUMN "name" TO "title"', true],
  ['alter table devices alter column name set not null', true],
  ['alter table devices alter column id set data type bigint', true],
  ['ALTER TABLE "devices" ADD COLUMN "door_id" integer NOT NULL;', true],
  ['ALTER TABLE "devices" ADD COLUMN "door_id" integer DEFAULT 0 NOT NULL;', false],
  ['ALTER TABLE "devices" ADD COLUMN "door_id" integer;', false],
  ['-- rename nothing\ncreate index a on b (c)', false],
  ['alter table a rename to b;', true],
  [COVERED, false],
  ['ALTER TABLE "a" RENAME TO "b";\nCREATE VIEW "a" AS SELECT * FROM "b";', false],
  ['alter table a rename to b; -- create view a as select * from b;', true],
  ['alter table a rename to b; create view a as select id from b;', true],
  ['alter table a rename to b; create view a as select * from b where id > 0;', true],
  ['alter table a rename to b; create view a as select * from c;', true],
  ['alter table a rename to b; create view c as select * from b;', true],
  ['alter table a rename to b; alter table c rename to d; create view a as select * from b;', true],
  [`${COVERED} drop view a;`, true],
  [`${COVERED} alter view a rename to c;`, true],
  [`${COVERED} alter table b rename column d to e;`, true],
  [`${COVERED} alter table b rename d to e;`, true],
  [`${COVERED} alter table b drop column d;`, true],
  [`${COVERED} alter table b rename constraint d to e;`, false],
  [`${COVERED} alter sequence a_id_seq rename to e;`, false],
  [`${COVERED} alter index a_pkey rename to b_pkey;`, false],
  [`${COVERED} alter trigger a_new on b rename to e;`, false],
  [`${COVERED} alter sequence d_id_seq rename to e;`, true],
  [`${COVERED} alter trigger a_new on d rename to e;`, true],
  ['alter table b rename constraint d to e;', true],
  ['alter sequence a_id_seq rename to e;', true],
])('%s: takes away %s', (sql, expected) => {
  expect(takesAway(sql)).toBe(expected)
})
