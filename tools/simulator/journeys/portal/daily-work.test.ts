import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { signIn } from '../person.ts'
import { faultsOf } from './axe.ts'
import { handsOf } from './hands.ts'
import { rowsOf, type Rows } from './places.ts'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Screen, type Portal } from './portal.ts'
import { codeOf } from './totp.ts'
import { waterIn } from './water.ts'

describe.skipIf(!executablePath)('somebody at work', () => {
  let portal: Portal
  let rows: Rows
  let screen: Screen
  let page: Page
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
    screen = await portal.open({ email: 'admin@demo.test' })
    page = screen.page
  })
  afterAll(() => portal.close())

  const at = (path: string, of: Screen = screen) => go(of, portal.product.httpUrl + path)
  const { dialogOf, gone, inMenu, press } = handsOf(() => page)

  it('a task is added, given to somebody, begun and done', async () => {
    const nurse = await portal.open({ email: 'supervisor@demo.test' })
    const main = nurse.page.getByRole('main')
    await at('/admin/task/list', nurse)
    await press('tasks.add', main)
    const add = dialogOf('tasks.add', nurse.page)
    await press('tasks.add', add)
    await add.getByText('is required').waitFor()
    await add.getByLabel(en['tasks.what']).fill('Bring the new charger')
    await press('tasks.add', add)
    await gone(add)
    const card = main.getByTestId('task-row').filter({ hasText: 'Bring the new charger' })
    await card.getByText(en['tasks.unassigned']).waitFor()
    await inMenu('Actions for Bring the new charger', 'tasks.assign', nurse.page)
    const assign = dialogOf('tasks.assign', nurse.page)
    await assign.getByLabel(en['tasks.assignee']).first().fill('Olga')
    await nurse.page
      .getByRole('option', { name: /Olga Ivanova/ })
      .first()
      .click()
    await press('tasks.assign', assign)
    await gone(assign)
    await card.getByText('Olga Ivanova').waitFor()
    await press('tasks.start', card)
    await card.getByText('Noa Ben-David').waitFor()
    await press('tasks.done', card)
    const done = nurse.page.getByRole('dialog', { name: en['tasks.doneTitle'] })
    await press('tasks.done', done)
    await done.getByText('is required').waitFor()
    await done.getByLabel(en['tasks.outcome']).fill('It charges again')
    await press('tasks.done', done)
    await gone(done)
    // What is done is folded, with how much it is.
    await main.getByRole('heading').getByRole('button').click()
    await card.getByText('It charges again').waitFor()
    expect(nurse.complaints).toEqual([])
    await nurse.close()
  })

  it('an alarm of a vital shows how that was around the moment, with its limits; a fall does not', async () => {
    const nurse = await portal.open({ email: 'supervisor@demo.test' })
    await at('/admin/notifications', nurse)
    const open = async (what: string) => {
      const row = nurse.page.getByTestId('alarm-row').filter({ hasText: what }).first()
      await row.getByRole('button', { name: /^Details of the alarm/u }).click()
      return nurse.page.getByRole('dialog', { name: new RegExp(`^${en['alarms.title']}`, 'u') })
    }
    const graph = nurse.page.getByTestId('alarm-graph')
    const pressure = await open('Blood pressure is high')
    await graph.getByTestId('chart-bloodPressure').waitFor()
    expect(await faultsOf(nurse, '[role=dialog]')).toEqual([])
    const cursor = graph.getByRole('slider')
    await cursor.focus()
    await nurse.page.keyboard.press('+')
    // First it shows the whole range again, and the dialog stays.
    await nurse.page.keyboard.press('Escape')
    await cursor.and(nurse.page.locator(':focus')).waitFor()
    await nurse.page.keyboard.press('Escape')
    await gone(pressure)
    const fall = await open('Fall detected')
    await fall.getByTestId('timeline').waitFor()
    expect(await graph.count()).toBe(0)
    expect(nurse.complaints).toEqual([])
    await nurse.close()
  })

  it('a person is changed, and erased by writing their user name', async () => {
    const me = await signIn(portal.product, 'admin@demo.test')
    const name = `gone${Date.now()}`
    const { context } = await me.post('/admin/user/new', {
      firstName: 'Shmuel',
      lastName: 'Soon',
      email: `${name}@demo.test`,
      userName: name,
      contactNumber: '+972507654321',
      role: 'USER',
      password: 'a first password',
      companyId: rows.company.uuid,
      userType: 'WATCH',
    })
    // Safe: the answer of the call above.
    const { uuid, userName } = (context as { user: { uuid: string; userName: string } }).user
    await at(`/user/detail/${uuid}`)
    await press('action.edit')
    const edit = dialogOf('person.edit')
    await edit.getByLabel(en['users.firstName']).fill('')
    await press('action.save', edit)
    await edit.getByText('is required').waitFor()
    await edit.getByLabel(en['users.firstName']).fill('Samuel')
    await press('action.save', edit)
    await gone(edit)
    await page
      .getByRole('heading', { name: /Samuel Soon/ })
      .first()
      .waitFor()
    await press('person.erase')
    const erase = dialogOf('person.erase')
    await erase.getByLabel(en['users.userName']).fill('somebody else')
    const really = erase.getByRole('button', { name: en['person.erase'], exact: true })
    expect(await really.isDisabled()).toBe(true)
    await erase.getByLabel(en['users.userName']).fill(userName)
    await really.click()
    await gone(erase)
    await page.getByText(en['person.erased']).first().waitFor()
    await at('/admin/users?search=Samuel')
    expect(await page.getByRole('main').getByText('Samuel Soon').count()).toBe(0)
  })

  it('a second step of signing in is set up, and switching it off is offered', async () => {
    const own = await portal.open({ email: 'companymonitor@demo.test' })
    await at('/user/detail/currentUser', own)
    await press('twoStep.setUp', own.page)
    const begin = dialogOf('twoStep.setUp', own.page)
    const secret = (await begin.locator('code').first().textContent()) ?? ''
    await begin.getByLabel(en['password.old']).first().fill('carewatch')
    await begin.getByLabel(en['twoStep.code']).fill('000')
    await press('twoStep.turnOn', begin)
    await begin.locator('[aria-invalid=true]').waitFor()
    await begin.getByLabel(en['twoStep.code']).fill(codeOf(secret))
    await press('twoStep.turnOn', begin)
    await gone(begin)
    await own.page.getByText(en['twoStep.on']).waitFor()
    await press('twoStep.end', own.page)
    const end = dialogOf('twoStep.end', own.page)
    await end.getByLabel(en['password.old']).first().waitFor()
    await own.page.keyboard.press('Escape')
    await gone(end)
    await own.close()
  })

  it('another number, and the end of a sign-in elsewhere, take the password', async () => {
    const elsewhere = await signIn(portal.product, 'branchmonitor@demo.test')
    const own = await portal.open({ email: 'branchmonitor@demo.test' })
    await at('/user/detail/currentUser', own)
    await press('action.edit', own.page)
    const edit = dialogOf('person.edit', own.page)
    const password = edit.getByLabel(en['password.old']).first()
    await edit.getByLabel(en['users.contactNumber']).waitFor()
    expect(await password.count()).toBe(0)
    await edit.getByLabel(en['users.contactNumber']).fill('0507654399')
    await press('action.save', edit)
    await edit.getByText('is required').waitFor()
    await password.fill('carewatch')
    await press('action.save', edit)
    await gone(edit)
    await own.page
      .getByText(/50.?765.?4399/)
      .first()
      .waitFor()
    await press('sessions.endOthers', own.page)
    const end = dialogOf('sessions.endTitle', own.page)
    await end.getByLabel(en['password.old']).first().fill('not theirs')
    await press('sessions.endOthers', end)
    await end.getByRole('alert').waitFor()
    await end.getByLabel(en['password.old']).first().fill('carewatch')
    await press('sessions.endOthers', end)
    await gone(end)
    expect((await elsewhere.get('/auth/validateToken')).status).toBe(401)
    portal.forgetTokens()
    await own.close()
  })

  it('a watch is found by its IMEI and opened by keys alone', async () => {
    await at('/admin/devices?search=Watch%2001')
    const imei =
      (await page
        .getByText(/^\d{15}$/)
        .first()
        .textContent()) ?? ''
    await at('/admin/branches')
    // Both within one frame, as a fast hand: the letter after the shortcut is in the field too.
    await page.evaluate(`
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }))
      document.execCommand('insertText', false, '${imei.slice(0, 1)}')`)
    // What was found for its first figures is no answer yet.
    const answered = page.waitForResponse((answer) => answer.url().endsWith(`/api/search?q=${imei}`))
    await page.keyboard.type(imei.slice(1))
    await answered
    await page.getByRole('option', { name: /Watch 01/ }).waitFor()
    // First comes who wears it.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((address) => address.pathname.startsWith(`/user/device/${rows.uuid}`))
    await page
      .getByRole('heading', { name: /Miriam Levi/ })
      .first()
      .waitFor()
  })

  it('a bookmark is set on the graphs in two clicks', async () => {
    await at(`/user/monitoring?device=${rows.uuid}`)
    await press('bookmark.add')
    await press('bookmark.newest')
    await page.getByText(en['bookmark.added']).first().waitFor()
    await page
      .getByRole('button', { name: /^Delete the bookmark Fall risk/ })
      .first()
      .waitFor()
  })

  it('a week of a watch is a week, on its graphs and as a file', async () => {
    const WEEK = 7 * 86_400_000
    await at(`/user/monitoring?device=${rows.uuid}`)
    const asked: number[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const since = /\/heartRate\/(\d+)$/.exec(pathname)?.[1]
      if (since) asked.push(Date.parse(searchParams.get('to') ?? '') - Number(since))
    })
    await page.getByText(en['monitoring.range.1w'], { exact: true }).click()
    await expect.poll(() => asked).toContain(WEEK)

    await at(`/user/device/${rows.uuid}?view=records`)
    await page.getByRole('combobox', { name: en['export.span'] }).click()
    await page.getByRole('option', { name: '7 days' }).click()
    const [file] = await Promise.all([
      page.waitForRequest(/\/export\/readings\.csv/),
      page.waitForEvent('download'),
      press('export.readingsCsv'),
    ])
    const { searchParams: span } = new URL(file.url())
    expect(Date.parse(span.get('to') ?? '') - Date.parse(span.get('from') ?? '')).toBe(WEEK)
  })

  it('home and a fence are set by fields alone', async () => {
    await at(`/user/location?device=${rows.uuid}&view=home`)
    await page.getByLabel(en['location.lat']).fill('132')
    await press('action.save')
    await page.locator('[aria-invalid=true]').waitFor()
    await page.getByLabel(en['location.lat']).fill('32.8011')
    await page.getByLabel(en['location.lng']).fill('34.9862')
    await press('action.save')
    await page.getByText(en['location.homeSet']).first().waitFor()
    await at(`/user/location?device=${rows.uuid}&view=home`)
    expect(await page.getByLabel(en['location.lat']).inputValue()).toBe('32.8011')
    await at(`/user/location?device=${rows.uuid}&view=fences`)
    await press('fence.new')
    await press('action.save')
    await page.locator('[aria-invalid=true]').first().waitFor()
    await page.getByLabel(en['fence.name']).fill('Day centre')
    await page.getByLabel(en['fence.radius']).fill('250')
    await page.getByLabel(en['location.lat']).fill('32.8101')
    await page.getByLabel(en['location.lng']).fill('34.9901')
    await press('action.save')
    await page.getByText(en['fence.saved']).first().waitFor()
    await page.getByRole('heading', { name: 'Day centre' }).waitFor()
  })

  it('an alarm of a room is acknowledged on its tile and marked as done', async () => {
    await waterIn(portal, 'Dining room')
    await at('/admin/gateway/roomViewInteractions')
    const tile = page.getByTestId('room-tile').filter({ hasText: 'Dining room' })
    await press('action.acknowledge', tile)
    await tile.getByRole('button', { name: en['action.acknowledge'] }).waitFor({ state: 'detached' })
    await inMenu('Actions for Dining room', 'rooms.markDone')
    const done = dialogOf('rooms.markDone')
    await done.getByLabel(en['rooms.note']).fill('A vase fell over')
    await press('rooms.markDone', done)
    await gone(done)
    await page.getByText(en['rooms.alertsDone']).first().waitFor()
    await tile.getByRole('button', { name: 'Actions for Dining room' }).click()
    // A wall asks anew every 15 seconds at the latest.
    const offered = page.getByRole('menuitem', { name: en['rooms.markDone'] })
    await page.getByRole('menuitem', { name: en['action.edit'], exact: true }).waitFor()
    await offered.waitFor({ state: 'detached', timeout: 25_000 })
    await page.keyboard.press('Escape')
  })

  it('an alarm is acknowledged on the board', async () => {
    await at(`/user/device/${rows.uuid}`)
    await press('device.newPassword')
    const renewed = dialogOf('device.newPassword')
    await press('device.newPassword', renewed)
    const username = (await renewed.getByTestId('device-username').textContent()) ?? ''
    const password = (await renewed.getByTestId('device-password').textContent()) ?? ''
    await press('devices.done', renewed)
    await gone(renewed)
    await at('/admin/dashboard')
    const watch = await connectAsync(portal.product.mqttUrl, { username, password })
    const event = JSON.stringify({ time: Date.now(), type: 'SOS' })
    await watch.publishAsync(`watch/${username}/event`, event, { qos: 1 })
    const row = page.getByTestId('alarm-row').filter({ hasText: 'SOS' }).filter({ hasText: 'Miriam Levi' })
    await press('action.acknowledge', row)
    await row.getByText('Acknowledged by Ada Stern').waitFor()
    await watch.endAsync()
  })

  it('all of it stands in the audit log', async () => {
    // Who looked at whom stands there too, and is more than a page by now.
    const entries = [
      ['erased', /Ada Stern erased/],
      ['created', /Ada Stern added a bookmark/],
      ['created', /Ada Stern added a fence/],
    ] as const
    for (const [action, entry] of entries) {
      await at(`/admin/audit?action=${action}`)
      await page.getByRole('main').getByText(entry).first().waitFor()
    }
  })

  it('leaves no complaint of the browser', () => expect(screen.complaints).toEqual([]))
})
