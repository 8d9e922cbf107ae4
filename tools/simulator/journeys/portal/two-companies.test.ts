import { devices } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { type BotApi, startBotApi } from '../../src/providers/bot-api/bot-api.ts'
import { executablePath, launchChromium } from '../chromium.ts'
import { go, openPortal, type Portal, type Screen, settle } from './portal.ts'

const SOON = { timeout: 60_000, interval: 100 }
const CHAT = '700'
const MOTHER = { name: 'Margaret Lewis', company: 'Golden Age Care' }
const FATHER = { name: 'Peter Novak', company: 'North Star Living' }

describe.skipIf(!executablePath)('a daughter with parents in two houses', () => {
  let bot: BotApi
  let portal: Portal
  let dana: Screen
  beforeAll(async () => {
    bot = await startBotApi()
    const telegram = { TELEGRAM_BOT_TOKEN: bot.token, TELEGRAM_API_URL: bot.url }
    portal = await openPortal(launchChromium, telegram)
    const reached = {
      telegramChatId: CHAT,
      telegramStatus: 'REGISTERED',
      quietFrom: '00:00',
      quietTo: '00:00',
    } as const
    await portal.db.update(users).set(reached).where(eq(users.firstName, 'Dana'))
    dana = await portal.open({ email: 'dana@demo.test' })
  })
  afterAll(async () => {
    await dana.close()
    await portal.close()
    await bot.close()
  })

  /** Somebody calls for help by the watch they wear. */
  async function callForHelp(name: string): Promise<void> {
    const { password, hash } = makeCredential()
    const worn = portal.db
      .select({ id: assignments.deviceId })
      .from(assignments)
      .innerJoin(wearers, eq(wearers.id, assignments.wearerId))
      .where(
        and(eq(sql`${wearers.firstName} || ' ' || ${wearers.lastName}`, name), isNull(assignments.endedAt)),
      )
    const [watch] = await portal.db
      .update(devices)
      .set({ credentialHash: hash })
      .where(inArray(devices.id, worn))
      .returning()
    const imei = watch?.imei ?? ''
    const client = await connectAsync(portal.product.mqttUrl, { username: imei, password, clientId: imei })
    await client.publishAsync(`watch/${imei}/event`, JSON.stringify({ time: Date.now(), type: 'SOS' }), {
      qos: 1,
    })
    await client.endAsync()
  }
  /** Beside the maps that show where they are. */
  const messages = () =>
    bot
      .chat(CHAT)
      .map(({ text }) => text.replaceAll(/[\u2066-\u2069]/g, ''))
      .filter((text) => text.includes('SOS'))
  const bar = () => dana.page.getByTestId('company-bar')
  const counts = async () => {
    const text = await dana.page.getByRole('main').innerText()
    return [MOTHER, FATHER].map(({ name }) => text.includes(name))
  }
  const devicesPage = () => go(dana, `${portal.product.httpUrl}/user/devices`)

  it('gets both alarms in one chat, each once, and reads whose they are', async () => {
    await callForHelp(MOTHER.name)
    await expect.poll(messages, SOON).toHaveLength(1)
    await callForHelp(FATHER.name)
    await expect.poll(messages, SOON).toHaveLength(2)
    for (const [index, { name, company }] of [MOTHER, FATHER].entries()) {
      const [title = ''] = messages()[index]?.split('\n') ?? []
      expect(title).toContain(name)
      expect(title.endsWith(` · ${company}`)).toBe(true)
    }
  })

  it('sees in the one house her mother alone, and how many alarms wait in the other', async () => {
    await devicesPage()
    expect(await counts()).toEqual([true, false])
    await bar().getByText(MOTHER.company, { exact: true }).waitFor()
    await bar().getByRole('button', { name: FATHER.company }).getByText(/^\d+$/).waitFor()
  })

  it('goes to the other house by one tap, and sees her father alone', async () => {
    await bar().getByRole('button', { name: FATHER.company }).click()
    await bar().getByRole('button', { name: MOTHER.company }).waitFor()
    await settle(dana.page)
    await devicesPage()
    expect(await counts()).toEqual([false, true])
    await bar().getByRole('button', { name: MOTHER.company }).getByText(/^\d+$/).waitFor()
  })

  it('goes back by the menu of her account', async () => {
    await dana.page.getByRole('button', { name: en['shell.userMenu'] }).click()
    await dana.page.getByRole('menuitem', { name: MOTHER.company }).click()
    await bar().getByRole('button', { name: FATHER.company }).waitFor()
    await settle(dana.page)
    await devicesPage()
    expect(await counts()).toEqual([true, false])
  })

  it('comes to an alarm of the other house by the link of its message', async () => {
    const link = messages()[1]?.split('\n').at(-1) ?? ''
    expect(link).toContain('account=')
    await dana.page.goto(link)
    await bar().getByRole('button', { name: MOTHER.company }).waitFor()
    await settle(dana.page)
    await dana.page.getByText(FATHER.name).first().waitFor()
    expect(dana.page.url()).not.toContain('account=')
    expect(dana.complaints).toEqual([])
  })
})
