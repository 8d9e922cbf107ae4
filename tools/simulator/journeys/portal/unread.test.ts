import { connect, type Socket } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import type { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { rejectedMessages } from '@carewatch/migrations/schema/readings'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath } from '../chromium.ts'
import { faultsOf, isTooWide } from './axe.ts'
import { handsOf } from './hands.ts'
import { enter, focusFaults, WATCH_FOCUS } from './keys.ts'
import { go, openPortal, type Portal, type Screen, settle } from './portal.ts'

const MODEL = '4P-Touch D41'
const DIRECTION = "getComputedStyle(document.querySelector('[role=dialog] pre')).direction"
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000 })

/** A watch says over plain TCP what stands in no paper, and an administrator reads it. */
describe.skipIf(!executablePath)('messages that nobody understands', () => {
  let portal: Portal
  let screen: Screen
  let watch: typeof devices.$inferSelect
  let socket: Socket
  beforeAll(async () => {
    portal = await openPortal()
    const [branch] = await portal.db.select().from(branches).orderBy(asc(branches.id))
    const at = { companyId: branch?.companyId ?? 0, branchId: branch?.id ?? 0 }
    watch = await createDevice(portal.db, { ...at, deviceModel: MODEL, name: 'Strange 1' })
    socket = connect(portal.product.watchPort, '127.0.0.1')
    screen = await portal.open({ email: 'admin@demo.test' })
    await screen.page.addInitScript(WATCH_FOCUS)
  })
  afterAll(async () => {
    socket.destroy()
    await portal.close()
  })

  const { dialogOf, gone, press } = handsOf(() => screen.page)
  const frame = (content: string): string =>
    `[3G*${watch.imei}*${content.length.toString(16).padStart(4, '0')}*${content}]`
  const kept = () =>
    portal.db
      .select()
      .from(rejectedMessages)
      .where(eq(rejectedMessages.deviceId, watch.id))
      .orderBy(asc(rejectedMessages.id))
  const row = () => screen.page.getByRole('main').getByRole('row').filter({ hasText: 'NEWTHING' })
  const cellsOf = async (): Promise<string[]> => {
    const cells = await row().getByRole('cell').allInnerTexts()
    return cells.map((text) => text.trim()).slice(0, 5)
  }

  it('are counted by model and kind, and shown with their bytes, by keyboard alone', async () => {
    socket.write(frame('LK') + frame('NEWTHING,1,2') + frame('NEWTHING,3,4'))
    await eventually(async () => (await kept()).length).toBe(2)
    await go(screen, `${portal.product.httpUrl}/admin/devices`)
    await press('menu.unread')
    await settle(screen.page)
    expect(new URL(screen.page.url()).pathname).toBe('/admin/unread')
    const messages = await kept()
    expect(await cellsOf()).toEqual([
      MODEL,
      'NEWTHING',
      en['rejected.unknownMessage'],
      String(messages.length),
      '1',
    ])
    expect([...(await faultsOf(screen)), ...screen.complaints]).toEqual([])

    const opener = row().getByRole('button')
    await enter(opener)
    const dialog = dialogOf('unread.title')
    await dialog.waitFor()
    await settle(screen.page)
    expect(await dialog.getByText(en['unread.do.unknownMessage']).count()).toBe(1)
    const shown = await dialog.locator('pre').allInnerTexts()
    expect(shown).toEqual(
      messages
        .toReversed()
        .flatMap(({ payload }) => [
          payload.toString(),
          payload.toString('hex').replaceAll(/(..)(?=.)/g, '$1 '),
        ]),
    )
    await enter(dialog.getByRole('button', { name: en['unread.try'] }))
    await dialog.getByText('This version would read 0 of the newest 2.', { exact: true }).waitFor()
    expect(await faultsOf(screen, '[role=dialog]')).toEqual([])
    expect(await kept()).toEqual(messages)
    await screen.page.keyboard.press('Escape')
    await gone(dialog)
    await eventually(() => opener.and(screen.page.locator(':focus')).count()).toBe(1)
    expect(await focusFaults(screen.page)).toEqual([])
  })

  it('of one device are reached from its page, and the others by one press', async () => {
    const path = `${portal.product.httpUrl}/user/device/${watch.uuid}?view=records`
    await go(screen, path)
    await screen.page.getByRole('link', { name: en['unread.ofDevice'] }).click()
    await settle(screen.page)
    expect(new URL(screen.page.url()).searchParams.get('device')).toBe(watch.uuid)
    await screen.page.getByText(en['unread.oneDevice'], { exact: true }).waitFor()
    expect(await row().count()).toBe(1)
    await press('unread.allDevices')
    await settle(screen.page)
    expect(new URL(screen.page.url()).search).toBe('')
  })

  it('are read from left to right on a phone in Hebrew too', async () => {
    const phone = await portal.open(
      { email: 'admin@demo.test' },
      { language: 'iw', width: 360, height: 760, scheme: 'dark' },
    )
    await go(phone, `${portal.product.httpUrl}/admin/unread`)
    await phone.page
      .getByRole('main')
      .getByRole('button', { name: /NEWTHING/ })
      .click()
    const bytes = phone.page.getByRole('dialog').locator('pre').first()
    await bytes.waitFor()
    await settle(phone.page)
    expect(await phone.page.evaluate(DIRECTION)).toBe('ltr')
    expect(await isTooWide(phone)).toBe(false)
    expect([...(await faultsOf(phone, '[role=dialog]')), ...phone.complaints]).toEqual([])
    await phone.close()
  })
})
