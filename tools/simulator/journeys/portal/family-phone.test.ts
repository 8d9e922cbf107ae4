import { metrics, type MetricName } from '@carewatch/contracts/metrics'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import iw from '../../../../web/src/i18n/iw.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { faultsOf, isTooWide } from './axe.ts'
import { type Look, go, openPortal, type Portal, type Screen } from './portal.ts'

const PHONE = { width: 360, height: 740 }
/** A longer night than anybody's of the demo. */
const TOLD = { steps: 9_876, sleepDeep: 195, sleepLight: 501, sleepAwake: 12, spo2: 93 } as const

describe.skipIf(!executablePath)('a daughter on her phone', () => {
  let portal: Portal
  let client: pg.Client
  let watch: { id: string; uuid: string; zone: string }
  /** What the watch told just now, so that the sentences are of this day at whatever hour. */
  beforeAll(async () => {
    portal = await openPortal()
    client = new pg.Client(portal.url)
    await client.connect()
    const { rows } = await client.query<typeof watch>(
      `select d.id, d.uuid, b.time_zone as zone from devices d join branches b on b.id = d.branch_id
       join users u on u.id = d.owner_id where u.email = 'owner@demo.test' order by d.id limit 1`,
    )
    const [first] = rows
    if (!first) throw new Error('The daughter owns no watch.')
    watch = first
    const now = new Date()
    // They are up by eight; what is reported after noon is a nap.
    const { rows: mornings } = await client.query<{ woke: Date }>(
      `select least(now(), (date_trunc('day', now() at time zone $1) + interval '8 hours') at time zone $1) as woke`,
      [watch.zone],
    )
    const woke = mornings[0]?.woke ?? now
    for (const [name, value] of Object.entries(TOLD) as [MetricName, number][])
      await client.query(
        'insert into readings (device_id, time, metric, value) values ($1, $4, $2, $3) on conflict do nothing',
        [watch.id, metrics[name].id, value, name.startsWith('sleep') ? woke : now],
      )
  })
  afterAll(async () => {
    await client.end()
    await portal.close()
  })

  const open = async (path: string, look: Look = {}): Promise<Screen> => {
    const screen = await portal.open({ email: 'owner@demo.test' }, { ...PHONE, ...look })
    await go(screen, portal.product.httpUrl + path)
    return screen
  }
  const since = async (name: MetricName, what: string) => {
    const { rows } = await client.query<{ value: number }>(
      `select (${what})::float8 as value from readings
       where device_id = $1 and metric = $2 and time >= date_trunc('day', now() at time zone $3) at time zone $3`,
      [watch.id, metrics[name].id, watch.zone],
    )
    return rows[0]?.value ?? Number.NaN
  }

  it('has the places of every day under her thumb, and the rest behind the last of them', async () => {
    const screen = await open(`/user/overview?device=${watch.uuid}`)
    const { page } = screen
    const bar = page.getByRole('navigation', { name: en['bar.label'] })
    const today = bar.getByRole('link', { name: en['bar.today'], exact: true })
    expect(await today.getAttribute('aria-current')).toBe('page')
    for (const place of await bar.getByRole('link').all())
      expect((await place.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
    expect(y + height).toBe(PHONE.height)
    const { y: top = 0, height: tall = 0 } = (await page.getByRole('main').boundingBox()) ?? {}
    expect(top + tall).toBeLessThanOrEqual(y)
    await bar.getByRole('link', { name: en['bar.location'], exact: true }).click()
    await page.waitForURL('**/user/location*')
    expect(await today.getAttribute('aria-current')).toBeNull()
    await bar.getByRole('button', { name: en['bar.more'] }).click()
    await page.getByRole('dialog').getByRole('link', { name: en['menu.telegram'] }).click()
    await page.waitForURL('**/user/telegram')
    expect(await page.getByRole('button', { name: en['shell.menu'], exact: true }).count()).toBe(0)
    await screen.close()
  })

  it('is not told that all is well before the alarms are known', async () => {
    await client.query('update device_status set last_seen_at = now() where device_id = $1', [watch.id])
    const screen = await open('/user/telegram')
    const { page } = screen
    const known = Promise.withResolvers<void>()
    await page.route('**/api/notification/all/after/**', async (route) => {
      await known.promise
      await route.continue()
    })
    await page.goto(`${portal.product.httpUrl}/user/overview?device=${watch.uuid}`)
    const answer = page.getByTestId('answer')
    await answer.getByText(en['answer.asking'].replace('{name}', '').slice(0, 6)).waitFor()
    expect(await answer.getAttribute('data-state')).toBe('asking')
    known.resolve()
    await page.locator('[data-testid=answer]:not([data-state=asking])').waitFor()
    await screen.close()
  })

  it('has the bar out of her way while she types, and back afterwards', async () => {
    const screen = await open(`/user/overview?device=${watch.uuid}`)
    const { page } = screen
    const bar = page.getByRole('navigation', { name: en['bar.label'] })
    await page.evaluate(
      `document.querySelector('main').append(Object.assign(document.createElement('input'), { id: 'typed' }))`,
    )
    await page.locator('#typed').focus()
    await bar.waitFor()
    // What a keyboard does to a page that gives way to it.
    await page.setViewportSize({ ...PHONE, height: 420 })
    await bar.waitFor({ state: 'detached' })
    await page.locator('#typed').blur()
    await bar.waitFor()
    await screen.close()
  })

  it('is told the day in sentences that are so, each with where it comes from', async () => {
    const screen = await open(`/user/overview?device=${watch.uuid}`)
    const { page } = screen
    const day = page.getByTestId('day')
    const steps = await since('steps', 'max(value)')
    await day.getByText(`Walked ${steps.toLocaleString('en')} steps`).waitFor()
    const asleep = TOLD.sleepDeep + TOLD.sleepLight
    await day.getByText(`Slept ${Math.floor(asleep / 60)} h ${asleep % 60} min last night.`).waitFor()
    await day.locator('[data-fact=steps]').getByRole('link').click()
    await page.waitForURL(/metric=steps/)
    expect(
      await page
        .getByTestId(/^chart-/)
        .first()
        .getAttribute('data-testid'),
    ).toBe('chart-steps')
    await screen.close()
  })

  it('opens the graph of a vital by one tap on it, and oxygen says its lowest', async () => {
    const screen = await open(`/user/overview?device=${watch.uuid}`)
    const { page } = screen
    const oxygen = page.getByTestId('vital-spo2')
    const lowest = oxygen.locator('dl > div').filter({ hasText: en['overview.minToday'] })
    expect(await lowest.locator('dd').innerText()).toContain(String(await since('spo2', 'min(value)')))
    expect(await oxygen.getByText(en['overview.maxToday']).count()).toBe(0)
    await oxygen.getByRole('link').click()
    await page.waitForURL(/metric=spo2/)
    expect(
      await page
        .getByTestId(/^chart-/)
        .first()
        .getAttribute('data-testid'),
    ).toBe('chart-spo2')
    await screen.close()
  })

  it('goes to yesterday by a finger across the graphs, and back by a key', async () => {
    const screen = await open(`/user/monitoring?device=${watch.uuid}`)
    const { page } = screen
    const period = page.getByTestId('period')
    expect(await period.innerText()).toBe(en['monitoring.untilNow'])
    const { x = 0, y = 0 } = (await page.getByTestId('chart-heartRate').boundingBox()) ?? {}
    const finger = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', { x: x + 60, y: y + 120 })
    await touch('touchMove', { x: x + 150, y: y + 122 })
    await touch('touchMove', { x: x + 240, y: y + 124 })
    await touch('touchEnd')
    await page.waitForURL(/back=1/)
    const { rows } = await client.query<{ day: string }>(
      `select to_char((now() at time zone $1)::date - 1, 'FMDay, FMMonth FMDD') as day`,
      [watch.zone],
    )
    await expect.poll(() => period.innerText()).toBe(rows[0]?.day)
    await page.getByRole('button', { name: en['monitoring.before'] }).press('ArrowRight')
    await expect.poll(() => period.innerText()).toBe(en['monitoring.untilNow'])
    await screen.close()
  })

  it('finds no control of the graphs above them but the span, and the others behind one button', async () => {
    const screen = await open(`/user/monitoring?device=${watch.uuid}`)
    const { page } = screen
    const first =
      (
        await page
          .getByTestId(/^chart-/)
          .first()
          .boundingBox()
      )?.y ?? Infinity
    expect(first).toBeLessThan(PHONE.height / 2)
    const csv = page.getByRole('button', { name: en['monitoring.csvLong'] })
    expect(await csv.isVisible()).toBe(false)
    await page.getByRole('button', { name: en['monitoring.more'], exact: true }).nth(0).click()
    await csv.waitFor()
    await page.getByText(en['monitoring.range.8w'], { exact: true }).waitFor()
    await screen.close()
  })

  it.each<[string, Look, { 'bar.label': string }]>([
    ['English, light', {}, en],
    ['Hebrew, dark', { language: 'iw', scheme: 'dark' }, iw],
  ])('reads both without a fault: %s', async (_, look, texts) => {
    const screen = await open(`/user/overview?device=${watch.uuid}`, look)
    await screen.page.getByRole('navigation', { name: texts['bar.label'] }).waitFor()
    await screen.page
      .getByTestId('day')
      .getByText((await since('steps', 'max(value)')).toLocaleString('en'))
      .waitFor()
    expect(await faultsOf(screen)).toEqual([])
    expect(await isTooWide(screen)).toBe(false)
    await go(screen, `${portal.product.httpUrl}/user/monitoring?device=${watch.uuid}&back=1`)
    expect(await faultsOf(screen)).toEqual([])
    expect(await isTooWide(screen)).toBe(false)
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('is told of an outing that began yesterday when it began', async () => {
    await client.query(`delete from positions where device_id = $1 and time > now() - interval '3 days'`, [
      watch.id,
    ])
    const { rows } = await client.query<{ left: string }>(
      `with midnight as (select date_trunc('day', now() at time zone $2) at time zone $2 as at),
       told as (
         insert into positions (device_id, time, lat, lng, accuracy_m, source)
         select d.id, moment, d.home_lat + case when moment < at - interval '2 hours' then 0 else 0.02 end, d.home_lng, 10, 'GPS'
         from devices d, midnight,
           generate_series(at - interval '170 minutes', now(), interval '25 minutes') moment
         where d.id = $1 returning time, lat)
       select to_char(min(told.time) at time zone $2, 'HH24:MI') as left
       from told join devices d on d.id = $1 where told.lat <> d.home_lat`,
      [watch.id, watch.zone],
    )
    const screen = await open(`/user/overview?device=${watch.uuid}`)
    const out = screen.page.locator('[data-fact=out]').first()
    await expect
      .poll(() => out.innerText())
      .toMatch(new RegExp(`^Away from home (since|from) yesterday \\W*${rows[0]?.left}`, 'u'))
    await screen.close()
  })
})
