import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import iw from '../../../../web/src/i18n/iw.json' with { type: 'json' }
import { away, townAround, townFile } from '../../src/town.ts'
import { executablePath, launchChromium } from '../chromium.ts'
import { faultsOf, isTooWide } from './axe.ts'
import { go, load, openPortal, type Portal, type Screen, settle } from './portal.ts'

const MAP_FILE = join(mkdtempSync(join(tmpdir(), 'streets-')), 'streets.pmtiles')
const LAST = `select p.lng, p.lat, d.id from devices d join users u on u.id = d.owner_id
  join positions p on p.device_id = d.id where u.email = 'owner@demo.test' order by p.time desc limit 1`

type Drawn = { changes: number; brightness: number }

/** How often the colour changes from pixel to pixel along some rows of the map, and how bright it is. */
async function drawnOn(page: Page): Promise<Drawn> {
  const picture = await page.locator('.maplibregl-canvas').screenshot()
  return page.evaluate<Drawn>(`(async () => {
    const bytes = new Blob([Uint8Array.from(atob('${picture.toString('base64')}'), (each) => each.charCodeAt(0))], { type: 'image/png' })
    const image = await createImageBitmap(bytes)
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })
    context.drawImage(image, 0, 0)
    let changes = 0
    let sum = 0
    for (const part of [0.2, 0.3, 0.7]) {
      const { data } = context.getImageData(0, Math.round(image.height * part), image.width, 1)
      for (let at = 4; at < data.length; at += 4) {
        const step = Math.abs(data[at] - data[at - 4]) + Math.abs(data[at + 1] - data[at - 3]) + Math.abs(data[at + 2] - data[at - 2])
        if (step > 12) changes++
        sum += data[at] + data[at + 1] + data[at + 2]
      }
    }
    return { changes, brightness: sum / (9 * image.width) }
  })()`)
}

describe.skipIf(!executablePath)('the map of streets', () => {
  let portal: Portal
  let client: pg.Client
  beforeAll(async () => {
    portal = await openPortal(launchChromium, { MAP_FILE })
    client = new pg.Client(portal.url)
    await client.connect()
    const { rows } = await client.query<{ lng: number; lat: number; id: number }>(LAST)
    const [{ lng, lat, id } = { lng: 0, lat: 0, id: 0 }] = rows
    await client.query(
      `insert into positions (device_id, time, lat, lng, accuracy_m, source) values ($1, now(), $2, $3, 8, 'GPS')`,
      [id, lat, lng],
    )
    // 20 m from where she is goes a street, and the next one a block away.
    writeFileSync(MAP_FILE, townFile(townAround(away([lng, lat], 60, 20))))
  })
  afterAll(async () => {
    await client.end()
    await portal.close()
    rmSync(MAP_FILE, { force: true })
  })

  const open = async (look: Parameters<Portal['open']>[1] = {}, email = 'owner@demo.test') => {
    const screen = await portal.open({ email }, look)
    const asked: string[] = []
    screen.page.on('request', (request) => asked.push(request.url()))
    await load(screen, `${portal.product.httpUrl}/user/location`)
    await screen.page.locator('.maplibregl-canvas').waitFor()
    return { ...screen, asked }
  }
  const drawsStreets = ({ page }: Screen) =>
    expect.poll(async () => (await drawnOn(page)).changes, { timeout: 30_000 }).toBeGreaterThan(40)

  it('draws them, names where she is, and asks nobody else for anything', async () => {
    const screen = await open()
    await drawsStreets(screen)
    await screen.page.getByText(en['location.near'].replace('{street}', 'Vine Street')).waitFor()
    const home = new URL(portal.product.httpUrl).origin
    const foreign = screen.asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== home)
    expect(foreign).toEqual([])
    const tiles = screen.asked.filter((url) => url.includes('streets.pmtiles'))
    expect(new Set(tiles)).toEqual(new Set([`${home}/api/map/streets.pmtiles`]))
    expect(await faultsOf(screen)).toEqual([])
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('names them in Hebrew, in the dark, on a phone', async () => {
    const light = await open()
    await drawsStreets(light)
    const { brightness } = await drawnOn(light.page)
    await light.close()
    const screen = await open({ language: 'iw', scheme: 'dark', width: 360, height: 740 })
    await drawsStreets(screen)
    await screen.page.getByText(iw['location.near'].replace('{street}', 'רחוב הגפן')).waitFor()
    await expect
      .poll(async () => (await drawnOn(screen.page)).brightness, { timeout: 30_000 })
      .toBeLessThan(brightness / 2)
    expect(await isTooWide(screen)).toBe(false)
    expect(await faultsOf(screen)).toEqual([])
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('shows seven days that end today, and of the one that is picked the stops that the server knows', async () => {
    const screen = await portal.open({ email: 'owner@demo.test' }, { width: 360, height: 740 })
    const { page } = screen
    const answered = page.waitForResponse((response) => response.url().includes('/readings/locationDays/'))
    await load(screen, `${portal.product.httpUrl}/user/location?view=history`)
    // Safe: an answer of ours has a context.
    const { context } = (await (await answered).json()) as {
      context: { timeZone: string; days: { day: string; stops: unknown[] }[] }
    }
    const today = new Intl.DateTimeFormat('sv', { timeZone: context.timeZone, dateStyle: 'short' })
    expect(context.days.at(-1)?.day).toBe(today.format(new Date()))
    const days = page.getByTestId('day-strip').getByRole('button')
    expect(await days.count()).toBe(7)
    await days.nth(1).click()
    await settle(page)
    const yesterday = context.days.at(-2)
    expect(new URL(page.url()).searchParams.get('day')).toContain(yesterday?.day)
    expect(yesterday?.stops.length).toBeGreaterThan(0)
    expect(await page.getByTestId('stops').getByRole('button').count()).toBe(yesterday?.stops.length)
    expect(await isTooWide(screen)).toBe(false)
    expect(await faultsOf(screen)).toEqual([])
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('says of what only the phone network found that it is no exact place, and plays nobody around the exact one before', async () => {
    const screen = await portal.open({ email: 'owner@demo.test' })
    const { page } = screen
    const answered = page.waitForResponse((response) => response.url().includes('/readings/locationDays/'))
    await go(screen, `${portal.product.httpUrl}/user/location?view=history`)
    // Safe: an answer of ours has a context.
    const { timeZone } = ((await (await answered).json()) as { context: { timeZone: string } }).context
    const yesterday = () => page.getByTestId('day-strip').getByRole('button').nth(1)
    await yesterday().click()
    await settle(page)
    const day = new URL(page.url()).searchParams.get('day') ?? ''
    const ofHer = `device_id = (select d.id from devices d join users u on u.id = d.owner_id where u.email = 'owner@demo.test')`
    const [from, to] = ['0', '24'].map(
      (hours) => `(($1::timestamp + interval '${hours} hours') at time zone $2)`,
    )
    // Nothing of the last hour, so that what follows the last position is of the same day.
    await client.query(
      `delete from positions where ${ofHer} and time between ${to} - interval '1 hour' and ${to}`,
      [day, timeZone],
    )
    const found = (seconds: number, degreesNorth: number) =>
      client.query(
        `insert into positions (device_id, time, lat, lng, accuracy_m, source)
         select device_id, time + $3 * interval '1 second', lat + $4, lng, 1500, 'CELL' from positions
         where ${ofHer} and source <> 'CELL' and time >= ${from} and time < ${to} order by time desc limit 1`,
        [day, timeZone, seconds, degreesNorth],
      )
    const atTheEnd = async () => {
      await page.reload()
      await settle(page)
      await page.getByRole('slider').press('End')
    }
    // Half a kilometre away, in whose circle she still is.
    await found(1, 0.0045)
    await atTheEnd()
    expect(await page.getByTestId('somewhere').count()).toBe(0)
    await found(2, 0.045)
    await atTheEnd()
    const words = en['location.within'].replace('{metres}', '1.5 km')
    await page.getByTestId('somewhere').filter({ hasText: words }).waitFor()
    expect(await faultsOf(screen)).toEqual([])
    await screen.close()
  })

  it('without a file says to a daughter that there are none yet, and to who runs it how to get them', async () => {
    rmSync(MAP_FILE)
    const hers = await open()
    await hers.page.getByText(en['map.shipped']).waitFor()
    expect((await drawnOn(hers.page)).changes).toBeLessThan(40)
    await hers.close()
    const theirs = await open({}, 'admin@demo.test')
    await settle(theirs.page)
    await theirs.page.getByText('admin map add').waitFor()
    await theirs.close()
  })
})
