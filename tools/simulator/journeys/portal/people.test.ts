import texts from '@carewatch/contracts/messages/en.json' with { type: 'json' }
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Screen, settle, type Portal } from './portal.ts'

describe.skipIf(!executablePath)('people under care', () => {
  let portal: Portal
  let client: pg.Client
  const ask = async (text: string, values: unknown[] = []): Promise<Record<string, string>[]> =>
    (await client.query<Record<string, string>>(text, values)).rows
  const uuidOf = async (firstName: string): Promise<string> =>
    (await ask('select uuid from wearers where first_name = $1', [firstName]))[0]?.['uuid'] ?? ''
  const open = async (email: string, path: string): Promise<Screen> => {
    const screen = await portal.open({ email })
    await go(screen, portal.product.httpUrl + path)
    return screen
  }
  const partOf = ({ page }: Screen, title: string) => page.getByRole('region', { name: title })

  beforeAll(async () => {
    portal = await openPortal()
    client = new pg.Client(portal.url)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await portal.close()
  })

  it('stand in the list of their house, each in their bed, and nobody of another house', async () => {
    const screen = await open('manager@demo.test', '/people?size=100')
    const rows = await screen.page.getByRole('main').locator('tbody tr').allInnerTexts()
    const known =
      await ask(`select w.first_name || ' ' || w.last_name as name, r.name as room, w.bed from wearers w
      join companies c on c.id = w.company_id left join rooms r on r.id = w.room_id where c.code = 'GAC'`)
    expect(rows).toHaveLength(known.length)
    for (const { name = '', room, bed } of known) {
      const row = rows.filter((text) => text.includes(name)).map((text) => text.replaceAll(/\s+/g, ' '))
      expect(row).toMatchObject([expect.stringContaining(room ? `${room} · bed ${bed}` : name)])
    }
    await screen.close()
  })

  it('are found by room, and by the number of what they wear', async () => {
    const [worn] =
      await ask(`select d.imei, w.first_name as name from assignments a join devices d on d.id = a.device_id
      join wearers w on w.id = a.wearer_id where a.ended_at is null and w.first_name = 'Margaret'`)
    const screen = await open('supervisor@demo.test', `/people?search=${worn?.['imei']}`)
    expect(await screen.page.locator('tbody tr').allInnerTexts()).toMatchObject([
      expect.stringContaining('Margaret Lewis'),
    ])
    await go(screen, `${portal.product.httpUrl}/people?search=Room%20103`)
    const [inRoom] = await ask(
      "select count(*)::text as n from wearers w join rooms r on r.id = w.room_id where r.name = 'Room 103'",
    )
    expect(String(await screen.page.locator('tbody tr').count())).toBe(inRoom?.['n'])
    await screen.close()
  })

  it('have what is open of them on their page, whose it is and how it stands told apart', async () => {
    const [task] = await ask(`select w.uuid, t.status from tasks t join wearers w on w.id = t.wearer_id
      where t.status = 'OPEN' and t.assigned_to_id is null and w.first_name = 'Людмила'`)
    const screen = await open('manager@demo.test', `/people/${task?.['uuid']}`)
    const whose = partOf(screen, en['wearer.open']).getByText(en['tasks.unassigned'], { exact: true })
    await whose.locator('..').getByText(texts['taskStatus.OPEN'], { exact: true }).waitFor()
    await screen.close()
  })

  it('are shown with their face: small, asked for once on however many screens, and none that is not theirs to see', async () => {
    const screen = await portal.open({ email: 'supervisor@demo.test' })
    const { page } = screen
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/upload/'))
        asked.push(new URL(request.url()).pathname + new URL(request.url()).search)
    })
    await go(screen, `${portal.product.httpUrl}/admin/notifications`)
    const rows = page.getByTestId('alarm-row')
    const faces = rows.getByTestId('portrait')
    await expect.poll(() => faces.locator('img').count()).toBe(await rows.count())
    const known =
      await ask(`select distinct w.image_url as photo from notifications n join wearers w on w.id = n.wearer_id
      where w.company_id = (select id from companies where code = 'GAC') and w.image_url is not null`)
    expect(asked.toSorted()).toEqual(asked.filter((path, index) => asked.indexOf(path) === index).toSorted())
    expect(asked.every((path) => path.endsWith('?small=true'))).toBe(true)
    const photos = known.map(({ photo }) => `${photo}?small=true`)
    expect(asked.filter((path) => !photos.includes(path))).toEqual([])
    const sides = await faces.evaluateAll((all) => [
      ...new Set(all.map((one) => Math.round((one as { offsetWidth: number }).offsetWidth))),
    ])
    expect(sides).toEqual([40])

    const before = asked.length
    await page
      .getByRole('navigation', { name: en['shell.menu'] })
      .getByRole('link', { name: en['menu.dashboard'], exact: true })
      .click()
    await page.getByTestId('alarm-row').first().getByTestId('portrait').locator('img').waitFor()
    expect(asked.length).toBe(before)
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('hand a watch over in words that are so: from whom, what is cleared, what stays with whom', async () => {
    const [george, golda] = [await uuidOf('George'), await uuidOf('Golda')]
    const [watch] = await ask(
      `select d.uuid, d.id, d.imei, d.name from assignments a join devices d on d.id = a.device_id
       join wearers w on w.id = a.wearer_id where w.uuid = $1 and a.ended_at is null`,
      [george],
    )
    const screen = await open('manager@demo.test', `/people/${george}`)
    const { page } = screen
    await page.getByRole('button', { name: `Actions for ${watch?.['name']}` }).click()
    await page.getByRole('menuitem', { name: en['wearer.handOver'] }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Worn by George Khoury now').waitFor()
    await dialog.getByText('Stays with George Khoury').waitFor()
    await dialog.getByLabel(en['wearer.to']).fill('Golda')
    await page.getByRole('option', { name: /Golda Shapiro · Room 103/ }).click()
    await dialog.getByText('From now on, what the watch records belongs to Golda Shapiro').waitFor()
    expect(await dialog.getByText(en['wearer.nobodys']).count()).toBe(0)
    // Before she was entered here she cannot have worn it: the earliest that could be is offered, and it is not yet done.
    const from = dialog.getByRole('radiogroup', { name: en['wearer.from'] })
    await from.getByLabel(en['wearer.whenOther']).check()
    await dialog
      .getByLabel(en['wearer.from'], { exact: true })
      .and(page.locator('input'))
      .fill('2026-01-02T08:00')
    await dialog.getByText('From Jan 2, 08:00 on, what the watch records belongs to Golda Shapiro').waitFor()
    await dialog.getByRole('button', { name: en['wearer.handOver'] }).click()
    await dialog.getByText('is before').waitFor()
    await dialog.getByRole('button', { name: /Earliest possible/ }).click()
    expect(await dialog.getByText('is before').count()).toBe(0)
    await from.getByLabel(en['wearer.whenNow']).check()
    await dialog.getByRole('button', { name: en['wearer.handOver'] }).click()
    await dialog.waitFor({ state: 'detached' })
    await settle(page)
    const now = await ask(
      `select w.first_name as name, a.end from assignments a join wearers w on w.id = a.wearer_id
       where a.device_id = $1 order by a.started_at`,
      [watch?.['id']],
    )
    expect(now).toEqual([
      { name: 'George', end: 'HANDED_OVER' },
      { name: 'Golda', end: null },
    ])
    await partOf(screen, en['wearer.wears']).getByText(en['wearer.wearsNothingWhy']).waitFor()
    expect(await partOf(screen, en['wearer.history']).innerText()).toContain(en['assignmentEnd.HANDED_OVER'])
    await go(screen, `${portal.product.httpUrl}/people/${golda}`)
    expect(await partOf(screen, en['wearer.wears']).innerText()).toContain(watch?.['imei'])

    // When it is to be taken back is planned, and the plan is given up.
    await partOf(screen, en['wearer.wears'])
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: en['wearer.takeBack'] }).click()
    await dialog.getByLabel(en['wearer.whenOther']).check()
    const [later] = await ask("select to_char(now() + interval '3 days', 'YYYY-MM-DD') as day")
    await dialog.locator('input[type=datetime-local]').fill(`${later?.['day']}T10:00`)
    await dialog.getByText('Nothing changes before').waitFor()
    await dialog.getByRole('button', { name: en['wearer.plan'] }).click()
    await dialog.waitFor({ state: 'detached' })
    await partOf(screen, en['wearer.wears']).getByText('as planned').waitFor()
    const history = partOf(screen, en['wearer.history'])
    await history.getByText(en['wearer.plannedEnd'], { exact: true }).waitFor()
    await history.getByRole('button', { name: en['wearer.cancelEnd'] }).click()
    await dialog.getByRole('button', { name: en['action.confirm'] }).click()
    await dialog.waitFor({ state: 'detached' })
    await settle(page)
    expect(await history.getByText(en['wearer.plannedEnd'], { exact: true }).count()).toBe(0)
    await screen.close()

    const stranger = await open('manager@other.test', `/people/${golda}`)
    await stranger.page.getByRole('heading', { name: en['person.gone'] }).waitFor()
    expect(await stranger.page.getByRole('main').innerText()).not.toContain('Golda')
    await stranger.close()
  })

  it('that two hand over at once: the second is told, and shown who wears it now', async () => {
    const [margaret, avraham] = [await uuidOf('Margaret'), await uuidOf('Avraham')]
    const [watch] = await ask(
      `select d.uuid, d.imei, d.name from assignments a join devices d on d.id = a.device_id
       join wearers w on w.id = a.wearer_id where w.uuid = $1 and a.ended_at is null`,
      [margaret],
    )
    const [first, second] = [
      await open('manager@demo.test', `/people/${await uuidOf('Golda')}`),
      await open('admin@demo.test', `/people/${avraham}`),
    ]
    for (const { page } of [first, second]) {
      await page.getByRole('button', { name: en['wearer.assign'] }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(en['wearer.watch']).fill(watch?.['imei'] ?? '')
      await page.getByRole('option', { name: new RegExp(watch?.['imei'] ?? '-') }).click()
      await dialog.getByText('Worn by Margaret Lewis now').waitFor()
    }
    const [done, late] = [first.page.getByRole('dialog'), second.page.getByRole('dialog')]
    await done.getByRole('button', { name: en['wearer.handOver'] }).click()
    await done.waitFor({ state: 'detached' })
    await late.getByRole('button', { name: en['wearer.handOver'] }).click()
    await late.getByRole('alert').waitFor()
    await late.getByText('Worn by Golda Shapiro now').waitFor()
    await Promise.all([first.close(), second.close()])
  })

  it('have care facts at their alarm, and the look says which alarm it was for', async () => {
    const [alarm] = await ask(`select a.uuid, w.uuid as wearer, w.first_name as name, c.conditions
      from alarms a join wearers w on w.id = a.wearer_id join wearer_care c on c.wearer_id = w.id
      where a.closed_at is null and w.last_name = 'Соколова' order by a.opened_at desc limit 1`)
    const screen = await open('supervisor@demo.test', `/people/${alarm?.['wearer']}`)
    await partOf(screen, en['wearer.open']).getByRole('button', { name: en['devices.open'] }).first().click()
    const dialog = screen.page.getByRole('dialog')
    await dialog.getByRole('button', { name: en['care.show'] }).click()
    await dialog.getByText(alarm?.['conditions'] ?? '', { exact: true }).waitFor()
    const looks = await ask(
      "select detail from audit_log where entity_uuid = $1 and action = 'viewed' and detail is not null",
      [alarm?.['wearer']],
    )
    expect(looks).toEqual([{ detail: { facts: 'care', alarm: alarm?.['uuid'] } }])
    await screen.close()
  })

  it('have care facts that are read on a press, which is written down', async () => {
    const uuid = await uuidOf('Margaret')
    const looks = () =>
      ask(
        "select detail from audit_log where entity_uuid = $1 and action = 'viewed' and detail is not null",
        [uuid],
      )
    const [facts] = await ask(
      'select c.* from wearer_care c join wearers w on w.id = c.wearer_id where w.uuid = $1',
      [uuid],
    )
    const screen = await open('supervisor@demo.test', `/people/${uuid}`)
    const section = partOf(screen, en['care.title'])
    expect([await looks(), await section.innerText()]).toMatchObject([
      [],
      expect.not.stringContaining('Ramipril'),
    ])
    await section.getByRole('button', { name: en['care.show'] }).click()
    await section.getByText(en['care.dnr.yes']).waitFor()
    const text = await section.innerText()
    for (const name of ['conditions', 'medicines', 'mobility', 'health_organisation'])
      expect(text).toContain(facts?.[name])
    expect(await looks()).toEqual([{ detail: { facts: 'care' } }])
    await section.getByRole('button', { name: en['care.edit'] }).click()
    const dialog = screen.page.getByRole('dialog')
    await dialog.getByLabel(en['care.allergies']).fill('Bee stings')
    await dialog.getByRole('button', { name: en['action.save'] }).click()
    await dialog.waitFor({ state: 'detached' })
    await section.getByText('Bee stings').waitFor()
    const [after] = await ask(
      'select c.allergies from wearer_care c join wearers w on w.id = c.wearer_id where w.uuid = $1',
      [uuid],
    )
    expect(after).toEqual({ allergies: 'Bee stings' })
    await screen.close()
  })

  it('say by their own account that they are well, once whoever it is said so', async () => {
    const uuid = await uuidOf('Miriam')
    const screen = await open('owner@demo.test', `/people/${uuid}`)
    const day = partOf(screen, en['routine.title'])
    await day.getByText(en['ownAccount.none']).waitFor()
    await day.getByRole('button', { name: en['ownAccount.itIsMe'] }).click()
    await screen.page.getByRole('dialog').getByRole('button', { name: en['ownAccount.itIsMe'] }).click()
    await day.getByText(en['ownAccount.none']).waitFor({ state: 'detached' })
    const ofWhom = 'select u.email from wearers w left join users u on u.id = w.user_id where w.uuid = $1'
    expect(await ask(ofWhom, [uuid])).toEqual([{ email: 'owner@demo.test' }])
    await day.getByRole('button', { name: en['ownAccount.takeBack'] }).click()
    await day.getByText(en['ownAccount.none']).waitFor()
    expect(await ask(ofWhom, [uuid])).toEqual([{ email: null }])
    expect(screen.complaints).toEqual([])
    await screen.close()
  })
})
