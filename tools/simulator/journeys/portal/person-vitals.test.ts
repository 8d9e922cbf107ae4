import names from '@carewatch/contracts/messages/en.json' with { type: 'json' }
import { metrics } from '@carewatch/contracts/metrics'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { faultsOf, isTooWide } from './axe.ts'
import { looks } from './looks.ts'
import { go, openPortal, type Portal, type Screen, settle } from './portal.ts'

const HEART = `select r.time, round(r.value) as value from readings r
  join assignments a on a.device_id = r.device_id and r.time >= a.started_at and (a.ended_at is null or r.time < a.ended_at)
  where r.metric = 1 and a.wearer_id = $1 order by r.time desc`

describe.skipIf(!executablePath)('what was measured of a person, and where they were', () => {
  let portal: Portal
  let client: pg.Client
  const ask = async (text: string, values: unknown[] = []): Promise<Record<string, string>[]> =>
    (await client.query<Record<string, string>>(text, values)).rows
  let margaret: Record<string, string>
  /** Two days and a half ago Margaret got the watch she wears now; what she wore until then is George's since. */
  beforeAll(async () => {
    portal = await openPortal()
    client = new pg.Client(portal.url)
    await client.connect()
    const [hers] = await ask(`select w.uuid, w.id, a.id as assignment, a.device_id as watch
      from wearers w join assignments a on a.wearer_id = w.id and a.ended_at is null where w.first_name = 'Margaret'`)
    margaret = hers ?? {}
    const [spare] =
      await ask(`select d.id from devices d where d.company_id = (select company_id from wearers where id = ${margaret['id']})
      and not exists (select from assignments a where a.device_id = d.id) order by d.id limit 1`)
    const changed = "now() - interval '60 hours'"
    await client.query(`insert into readings (device_id, time, metric, value)
      select ${spare?.['id']}, time, metric, value from readings where device_id = ${margaret['watch']} and time < ${changed}`)
    await client.query(`insert into readings (device_id, time, metric, value)
      select ${spare?.['id']}, ${changed} + interval '1 hour', 1, 177`)
    await client.query(`delete from readings where device_id = ${margaret['watch']} and time < ${changed}`)
    await client.query(`update assignments set started_at = ${changed} where id = ${margaret['assignment']}`)
    await client.query(`insert into assignments (wearer_id, device_id, started_at, ended_at, "end")
      values (${margaret['id']}, ${spare?.['id']}, now() - interval '90 days', ${changed}, 'HANDED_OVER')`)
    await client.query(`insert into assignments (wearer_id, device_id, started_at)
      select id, ${spare?.['id']}, ${changed} + interval '1 minute' from wearers where first_name = 'George'`)
  })
  afterAll(async () => {
    await client.end()
    await portal.close()
  })

  const open = async (email: string, path: string): Promise<Screen> => {
    const screen = await portal.open({ email })
    await go(screen, portal.product.httpUrl + path)
    return screen
  }

  it('is what the database has of her, over both watches, and nothing of who wears hers now', async () => {
    const screen = await open(
      'supervisor@demo.test',
      `/people/${margaret['uuid']}?view=vitals&span=7d&as=table`,
    )
    const { page } = screen
    const known = await ask(HEART, [margaret['id']])
    const newest = known[0]?.['value'] ?? ''
    expect(await page.getByTestId('vital-heartRate').textContent()).toContain(newest)
    const card = page.getByTestId('chart-heartRate')
    const rows = await card.locator('tbody tr').allInnerTexts()
    const shown = rows.map((row) => /(\d+)\s*bpm/.exec(row)?.[1])
    expect(shown).toEqual(known.slice(0, rows.length).map(({ value }) => String(value)))
    expect(shown).not.toContain('177')

    const events = page.getByTestId('events')
    const [watch] = await ask('select name from devices where id = $1', [margaret['watch']])
    await events.getByText(`Wears ${watch?.['name']} from here on`).waitFor()
    await page.getByText(en['monitoring.showGraph'], { exact: true }).click()
    await settle(page)
    await card.getByRole('button', { name: `Wears ${watch?.['name']} from here on` }).waitFor()
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('stands beside another vital in one graph, each on its own scale, and is read off by eye and ear', async () => {
    const screen = await open('supervisor@demo.test', `/people/${margaret['uuid']}?view=vitals&span=7d`)
    const { page } = screen
    const card = page.getByTestId('chart-heartRate')
    const cursor = card.getByRole('slider')
    const compared = card.getByRole('combobox', { name: en['monitoring.beside'] })
    const alone = await cursor.getAttribute('aria-valuetext')
    expect(alone).not.toContain(names['metric.spo2'])
    // Of what is no line over time, or was not measured, nothing is offered.
    const offered = await compared.locator('option').allTextContents()
    expect(offered).toContain(names['metric.bloodPressure'])
    expect(offered).not.toContain(names['metric.heartRate'])
    expect(offered).not.toContain(names['metric.steps'])
    expect(await page.getByTestId('chart-sleep').getByRole('combobox').count()).toBe(0)

    await compared.selectOption({ label: names['metric.spo2'] })
    const of = (metric: number) =>
      ask(
        `select round(r.value) as value from readings r join assignments a on a.device_id = r.device_id and r.time >= a.started_at and (a.ended_at is null or r.time < a.ended_at)
         where r.metric = $2 and a.wearer_id = $1 order by r.time desc limit 1`,
        [margaret['id'], metric],
      )
    const [[pulse], [oxygen]] = await Promise.all([of(metrics.heartRate.id), of(metrics.spo2.id)])
    const both = [
      `${names['metric.heartRate']} ${pulse?.['value']}`,
      `${names['metric.spo2']} ${oxygen?.['value']}`,
    ]
    for (const text of both) await expect.poll(() => cursor.getAttribute('aria-valuetext')).toContain(text)
    const readout = ((await card.locator('header').textContent()) ?? '').replaceAll(/\s/g, '')
    for (const text of both) expect(readout).toContain(text.replaceAll(/\s/g, ''))
    expect(await faultsOf(screen, '[data-testid=chart-heartRate]')).toEqual([])

    await compared.selectOption('')
    await expect.poll(() => cursor.getAttribute('aria-valuetext')).toBe(alone)
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('is taken away as it is shown: by the person', async () => {
    const screen = await open('manager@demo.test', `/people/${margaret['uuid']}?view=vitals&span=30d`)
    const [file] = await Promise.all([
      screen.page.waitForEvent('download'),
      screen.page.getByRole('button', { name: en['monitoring.csvLong'] }).click(),
    ])
    const lines: string[] = []
    for await (const part of await file.createReadStream()) lines.push(String(part))
    const hearts = lines
      .join('')
      .split('\r\n')
      .filter((line) => line.includes(',heartRate,'))
    const known = await ask(
      `${HEART.replace('order by', "and r.time >= now() - interval '29 days' order by")}`,
      [margaret['id']],
    )
    expect(hearts.length).toBeGreaterThanOrEqual(known.length)
    expect(hearts.some((line) => line.includes(',177'))).toBe(false)
    await go(screen, `${portal.product.httpUrl}/user/report?person=${margaret['uuid']}`)
    const sheet = screen.page.getByTestId('sheet')
    expect(await sheet.textContent()).toContain('Margaret Lewis')
    // All at once would be refused: two files at a time for one person.
    await go(screen, `${portal.product.httpUrl}/user/report?person=${margaret['uuid']}&weeks=4`)
    const imeis = await ask(
      'select a.wearer_id as wearer, d.imei from assignments a join devices d on d.id = a.device_id where a.wearer_id = $1 order by a.started_at desc',
      [margaret['id']],
    )
    const [present = '', former = ''] = imeis.map(({ imei }) => imei)
    const worn = async () =>
      (await sheet.allTextContents()).map((text) => [text.includes(present), text.includes(former)])
    await expect.poll(worn).toEqual([
      [true, true],
      [false, true],
      [false, true],
      [false, true],
    ])
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('can be read by everybody, on a phone, in the dark and from right to left', async () => {
    const views = ['vitals', 'places', 'vitals&span=own']
    for (const [index, [title, look]] of looks.entries()) {
      const screen = await portal.open({ email: 'manager@demo.test' }, look)
      // One in each look; all of them in all looks: test:all (tools/simulator/long-journeys/looks.test.ts).
      const view = views[index % views.length]
      await go(screen, `${portal.product.httpUrl}/people/${margaret['uuid']}?view=${view}`)
      expect.soft(await faultsOf(screen), `${title} ${view}`).toEqual([])
      expect.soft(await isTooWide(screen), `${title} ${view}`).toBe(false)
      expect(screen.complaints).toEqual([])
      await screen.close()
    }
  })

  it('of a person of another house is nowhere, and places are for whom they are shared with', async () => {
    const [relation] =
      await ask(`select w.uuid, u.email, u.id as user, a.device_id as watch from wearer_relations r
      join wearers w on w.id = r.wearer_id join users u on u.id = r.user_id
      join assignments a on a.wearer_id = w.id and a.ended_at is null
      where u.email = 'relative@demo.test' and r.until is null limit 1`)
    await client.query(
      'update relatives set may_see_location = false where user_id = $1 and device_id = $2',
      [relation?.['user'], relation?.['watch']],
    )
    const screen = await portal.open({ email: 'relative@demo.test' })
    await go(screen, `${portal.product.httpUrl}/people/${relation?.['uuid']}?view=places`)
    await screen.page.getByText(en['wearer.placesNotShared']).waitFor()
    await go(screen, `${portal.product.httpUrl}/people/${margaret['uuid']}?view=vitals`)
    expect(await screen.page.getByRole('main').textContent()).not.toContain('Margaret')
    await screen.close()
  })

  it('says of a week what was walked and slept on its whole days, and on those of the week before', async () => {
    const [watch] =
      await ask(`select d.id, d.uuid, b.time_zone as zone from devices d join branches b on b.id = d.branch_id
      join users u on u.id = d.owner_id where u.email = 'owner@demo.test' order by d.id limit 1`)
    const id = watch?.['id']
    const days = `(date_trunc('day', now() at time zone $2)::date - (time at time zone $2)::date)`
    const week = (of: string, from: string) =>
      ask(
        `select round(avg(value) filter (where ago between 1 and 7)) as now,
          round(avg(value) filter (where ago between 8 and 14)) as before
         from (select ago, max(value) as value from (select ${days} as ago, ${of} as value from ${from}) all_days
           group by ago) by_day`,
        [id, watch?.['zone']],
      )
    const [steps] = await week(
      'value',
      `(select * from readings where device_id = $1 and metric = ${metrics.steps.id}) counted`,
    )
    const [sleep] = await week(
      'value',
      `(select time, sum(value) as value from readings where device_id = $1 and metric = any(array[${metrics.sleepDeep.id}, ${metrics.sleepLight.id}])
        and extract(hour from time at time zone $2) < 12 group by time) nights`,
    )
    const figure = (value: unknown) => Number(value).toLocaleString('en')
    const hours = (value: unknown) => `${Math.floor(Number(value) / 60)} h ${Number(value) % 60} min`
    const screen = await open('owner@demo.test', `/user/monitoring?device=${watch?.['uuid']}&range=1w`)
    const { page } = screen
    const walked = (await page.getByTestId('week-steps').textContent()) ?? ''
    expect(walked).toContain(`${figure(steps?.['now'])} steps a day`)
    expect(walked).toContain(`(${figure(steps?.['before'])})`)
    const slept = (await page.getByTestId('week-sleep').textContent()) ?? ''
    expect(slept).toContain(`${hours(sleep?.['now'])} of sleep`)
    expect(slept).toContain(`(${hours(sleep?.['before'])})`)
    expect(await faultsOf(screen)).toEqual([])
    await go(screen, `${portal.product.httpUrl}/user/monitoring?device=${watch?.['uuid']}&range=1d`)
    expect(await page.getByTestId('week-steps').count()).toBe(0)
    await screen.close()
  })
})
