import { connect } from 'node:net'
import { createDevice } from '@carewatch/migrations/factories'
import type { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { setUpMessages } from '@carewatch/migrations/schema/set-up-messages'
import { asc, eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import shared from '../../../../contracts/src/messages/en.json' with { type: 'json' }
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { type HttpProvider, startHttpProvider } from '../../src/providers/http-provider.ts'
import { executablePath, launchChromium } from '../chromium.ts'
import { faultsOf } from './axe.ts'
import { handsOf } from './hands.ts'
import { go, openPortal, type Portal, type Screen } from './portal.ts'

const HOST = 'watches.example'
const NUMBER = '+972541234567'
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000 })

/** A watch that speaks over plain TCP is pointed here by SMS, and what it says then is seen. */
describe.skipIf(!executablePath)('the set-up message', () => {
  let portal: Portal
  let provider: HttpProvider
  let screen: Screen
  let page: Page
  let watch: typeof devices.$inferSelect
  beforeAll(async () => {
    provider = await startHttpProvider()
    const own = { DEVICE_HOST: HOST, SMS_PROVIDER: 'webhook', SMS_API_URL: provider.url }
    portal = await openPortal(launchChromium, own)
    const [branch] = await portal.db.select().from(branches).orderBy(asc(branches.id))
    const at = { companyId: branch?.companyId ?? 0, branchId: branch?.id ?? 0 }
    const model = { ...at, deviceModel: '4P-Touch D41' }
    watch = await createDevice(portal.db, { ...model, name: 'Set up 1', mobileNumber: NUMBER })
    screen = await portal.open({ email: 'manager@demo.test' })
    page = screen.page
  })
  afterAll(async () => {
    await portal.close()
    await provider.close()
  })

  const { dialogOf, inMenu, press } = handsOf(() => page)
  const texts = (): { to: string; text: string }[] => provider.asked.map(({ body }) => JSON.parse(body))
  const textWith = (password: string): string => `pw,${password},ip,${HOST},${portal.product.watchPort}#`
  const kept = () => portal.db.select().from(setUpMessages).where(eq(setUpMessages.deviceId, watch.id))

  async function open(): Promise<Locator> {
    await go(screen, `${portal.product.httpUrl}/admin/devices?search=Set%20up`)
    await inMenu('Actions for Set up 1', 'addDevice.connect')
    return dialogOf('addDevice.connect')
  }

  async function sendFrame(frame: string): Promise<void> {
    const socket = connect(portal.product.watchPort, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const answered = new Promise((resolve) => socket.once('data', resolve))
    socket.write(frame)
    await answered
  }

  it('is shown as it will go, is sent once, stands as what the provider said, and the watch is heard', async () => {
    const dialog = await open()
    const text = dialog.getByTestId('set-up-sms')
    await dialog.getByText(en['addDevice.waiting'], { exact: true }).waitFor()
    expect(await text.innerText()).toBe(textWith('123456'))
    const password = dialog.getByLabel(en['setUp.password'])
    await password.fill('12#')
    await dialog.getByText(shared['field.setUpPassword']).waitFor()
    expect(await dialog.getByRole('button', { name: en['setUp.send'] }).isDisabled()).toBe(true)
    await password.fill('own4711')
    await eventually(() => text.innerText()).toBe(textWith('own4711'))
    expect(await faultsOf(screen, '[role=dialog]')).toEqual([])
    await press('setUp.send', dialog)
    const state = dialog.getByTestId('set-up-state')
    await eventually(() => state.getAttribute('data-state')).toBe('SENT')
    expect(texts()).toMatchObject([{ to: NUMBER, text: textWith('own4711') }])
    expect(await kept()).toMatchObject([{ state: 'SENT', companyId: watch.companyId }])
    await sendFrame(`[3G*${watch.imei}*0002*LK]`)
    await dialog.getByText(en['addDevice.received'], { exact: true }).waitFor()
    await dialog.getByText(/^First message: .*\d\d:\d\d$/u).waitFor()
  })

  const reopened = async (): Promise<Locator> => {
    await page.keyboard.press('Escape')
    await dialogOf('addDevice.connect').waitFor({ state: 'hidden' })
    return open()
  }
  const change = (values: Partial<typeof setUpMessages.$inferInsert>) =>
    portal.db.update(setUpMessages).set(values).where(eq(setUpMessages.deviceId, watch.id))

  it('looked at again, what has been heard since is not taken for the first', async () => {
    const dialog = await reopened()
    await dialog.getByText(en['addDevice.received'], { exact: true }).waitFor()
    await sendFrame(`[3G*${watch.imei}*0002*LK]`)
    await dialog.getByTestId('set-up-sms').waitFor()
    expect(await dialog.getByText(/^First message/u).count()).toBe(0)
  })

  it.each([
    ['of which nobody knows', { state: 'FAILED', reason: 'timeout' }, 'nobody knows whether it went'],
    ['that failed', { state: 'FAILED', reason: 'refused' }, 'not sent, or not delivered'],
    [
      'of two hours ago',
      { state: 'SENT', reason: null, createdAt: new Date(Date.now() - 7_200_000) },
      'the provider took it',
    ],
  ] as const)('after one %s, nothing is awaited', async (_, values, words) => {
    await change(values)
    const dialog = await reopened()
    await eventually(() => dialog.getByTestId('set-up-state').innerText()).toContain(words)
    await dialog.getByText(`${en['devices.lastSeen']}:`).waitFor()
    expect(await dialog.getByTestId('first-word').count()).toBe(0)
  })

  it('is asked for again where the first answer did not come', async () => {
    let asked = 0
    await page.route('**/devices/setUp/**', (route) => (++asked === 2 ? route.abort() : route.continue()))
    const dialog = await reopened()
    await dialog.getByTestId('set-up-sms').waitFor()
    expect(asked).toBeGreaterThan(2)
  })
})
