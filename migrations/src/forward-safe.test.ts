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
const takesAway = (sql: string): boolean => TAKES_AWAY.some((pattern) => pattern.test(withoutComments(sql)))

it('every step only adds, so that the version before goes on beside it', async () => {
  const steps = (await readSteps()).filter(({ name }) => name > LAST_FREE)
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.filter(({ sql }) => takesAway(sql)).map(({ name }) => name)).toEqual([])
})

it.each([
  ['alter table devices drop column name', true],
  ['ALTER TABLE "devices" RENAME COLUMN "name" TO "title"', true],
  ['alter table devices alter column name set not null', true],
  ['alter table devices alter column id set data type bigint', true],
  ['ALTER TABLE "devices" ADD COLUMN "door_id" integer NOT NULL;', true],
  ['ALTER TABLE "devices" ADD COLUMN "door_id" integer DEFAULT 0 NOT NULL;', false],
  ['ALTER TABLE "devices" ADD COLUMN "door_id" integer;', false],
  ['-- rename nothing\ncreate index a on b (c)', false],
])('%s: takes away %s', (sql, expected) => {
  expect(takesAway(sql)).toBe(expected)
})
