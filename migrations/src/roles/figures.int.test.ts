import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillHouse } from '../testing/fill-house.ts'
import { FIGURES, figures } from './figures.ts'

const DASHBOARD = join(import.meta.dirname, '../../../deploy/grafana/figures/care.json')
const READER = `figures_reader_${process.pid}`
const DENIED = /permission denied/

let database: Awaited<ReturnType<typeof testDatabase>>
let owner: pg.Client
let reader: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.url)
  await owner.connect()
  const company = await fillHouse(owner)
  await owner.query(`update companies set name = 'Golden Age Care' where id = $1`, [company])
  await owner.query(`create role ${READER} login inherit password 'figures' in role ${FIGURES}`)
  const url = Object.assign(new URL(database.url), { username: READER, password: 'figures' })
  reader = new pg.Client(url.href)
  await reader.connect()
})
afterAll(async () => {
  await reader.end()
  await owner.query(`drop role ${READER}`)
  await owner.end()
  await database.drop()
})

it('are all that who reads them sees', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
  )
  const seen: string[] = []
  const refused: string[] = []
  for (const { name } of rows)
    await reader.query(`select * from ${name} limit 1`).then(
      () => seen.push(name),
      (error: Error) => refused.push(error.message),
    )
  expect(seen.toSorted()).toEqual([...figures])
  expect(refused.filter((message) => !DENIED.test(message))).toEqual([])
  await expect(reader.query('delete from alarms')).rejects.toThrow(DENIED)
})

it('name nobody, no device and no value', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct attname as name from pg_attribute where attrelid = any($1::regclass[]) and attnum > 0`,
    [[...figures]],
  )
  const names = rows.map(({ name }) => name)
  const telling = /name|imei|mac|uuid|_id$|^id$|value|metric|^lat$|^lng$|room_|wearer|title|message$|email/
  expect(names.filter((name) => telling.test(name))).toEqual([])
})

/** A statement of the dashboard as Grafana sends it. */
const filled = (sql: string): string =>
  sql
    .replaceAll(
      /\$__timeFilter\((\w+)\)/g,
      "$1 between now() - interval '30 days' and now() + interval '1 minute'",
    )
    .replaceAll(/\$__timeGroupAlias\((\w+), '1d'\)/g, `date_trunc('day', $1) as "time"`)
    .replaceAll('$company', "'Golden Age Care'")
    .replaceAll('$branch', "'North'")

type Dashboard = {
  panels: { title: string; targets: { rawSql: string }[] }[]
  templating: { list: { query: string }[] }
}

it('of the dashboard are asked for by its reader, and have what is there', async () => {
  const { panels, templating } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard
  const answers = new Map<string, unknown[]>()
  for (const { title, targets } of panels)
    for (const { rawSql } of targets) answers.set(title, (await reader.query(filled(rawSql))).rows)
  for (const { query } of templating.list)
    expect((await reader.query(filled(query))).rows.length).toBeGreaterThan(0)
  expect(answers.get('Alarms open now')).toEqual([{ open: '1' }])
  expect(answers.get('Nobody took yet')).toEqual([{ waiting: '1' }])
  expect(answers.get('Watches by branch')).toEqual([
    expect.objectContaining({ company: 'Golden Age Care', branch: 'North', watches: '1', online: '0' }),
  ])
  expect(answers.get('Alarms a day by kind')).toEqual([
    expect.objectContaining({ metric: 'SOS', alarms: '1' }),
  ])
})
