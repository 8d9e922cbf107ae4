import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { executablePath, launchChromium } from '../chromium.ts'
import { faultsOf } from './axe.ts'
import { go, openPortal, type Portal, type Screen, settle } from './portal.ts'

/** A machine that knows its person by their finger, as Chromium plays one. */
const MACHINE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

describe.skipIf(!executablePath)('a passkey', () => {
  let portal: Portal
  let home: string
  beforeAll(async () => {
    // Browsers make no passkeys for an address without a name.
    portal = await openPortal(launchChromium, { PUBLIC_URL: 'http://localhost:8080' })
    home = portal.product.httpUrl.replace('127.0.0.1', 'localhost')
  })
  afterAll(() => portal.close())

  async function addPasskey(screen: Screen) {
    const { page } = screen
    const machine = await page.context().newCDPSession(page)
    await machine.send('WebAuthn.enable')
    await machine.send('WebAuthn.addVirtualAuthenticator', { options: MACHINE })
    await go(screen, `${home}/user/detail/currentUser`)
    await page.getByRole('button', { name: en['passkeys.add'] }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(en['passkeys.name']).fill('My phone')
    await dialog.getByLabel(en['password.old']).fill('carewatch')
    expect(await faultsOf(screen)).toEqual([])
    await dialog.getByRole('button', { name: en['passkeys.add'] }).click()
    const row = page.getByRole('region', { name: en['passkeys.title'] }).getByText('My phone')
    await row.waitFor()
    return { row, machine }
  }

  async function toSignIn({ page }: Screen) {
    await page.evaluate(`localStorage.removeItem('carewatch.token')`)
    await page.goto(`${home}/auth/login`)
    await settle(page)
  }

  it('is added on one’s own page, signs in without a password, and is removed', async () => {
    const screen = await portal.open({ email: 'owner@demo.test' })
    const { page } = screen
    const { row } = await addPasskey(screen)
    await toSignIn(screen)
    await page.getByRole('button', { name: en['signIn.passkey'] }).click()
    await page.waitForURL(/\/user\/overview/)

    await go(screen, `${home}/user/detail/currentUser`)
    await page.getByText(en['passkeys.used']).waitFor()
    expect(await faultsOf(screen)).toEqual([])
    await page.getByRole('button', { name: en['passkeys.remove'] }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(en['password.old']).fill('carewatch')
    await dialog.getByRole('button', { name: en['passkeys.remove'] }).click()
    await row.waitFor({ state: 'detached' })
    expect(screen.complaints).toEqual([])
    await screen.close()
  })

  it('that no machine has signs nobody in, and the screen says so', async () => {
    const screen = await portal.open(null)
    const { page } = screen
    const machine = await page.context().newCDPSession(page)
    await machine.send('WebAuthn.enable')
    await machine.send('WebAuthn.addVirtualAuthenticator', { options: MACHINE })
    await go(screen, `${home}/auth/login`)
    await page.getByRole('button', { name: en['signIn.passkey'] }).click()
    await page.getByText(en['signIn.passkeyNone']).waitFor()
    await screen.close()
  })

  it('is what a monitor sets up for the second step that their company asks for', async () => {
    const pool = new Pool({ connectionString: portal.url, max: 1 })
    await pool.query(`update companies set two_step_roles = '["MONITOR"]', two_step_since = now()`)
    await pool.end()
    const screen = await portal.open(null)
    const { page } = screen
    const machine = await page.context().newCDPSession(page)
    await machine.send('WebAuthn.enable')
    await machine.send('WebAuthn.addVirtualAuthenticator', { options: MACHINE })
    await go(screen, `${home}/auth/login`)
    await page.getByLabel('Email').fill('monitor@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('carewatch')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: en['twoStep.passkeyInstead'] }).click()
    await page.getByLabel(en['password.old']).fill('carewatch')
    expect(await faultsOf(screen)).toEqual([])
    await page.getByRole('button', { name: en['passkeys.add'] }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
    await screen.close()
  })

  it('is the second step of a nurse, who gives it after the password', async () => {
    const screen = await portal.open({ email: 'supervisor@demo.test' })
    const { page } = screen
    const { machine } = await addPasskey(screen)
    await toSignIn(screen)
    await page.getByLabel('Email').fill('supervisor@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('carewatch')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))

    await machine.send('WebAuthn.disable')
    await toSignIn(screen)
    await machine.send('WebAuthn.enable')
    await machine.send('WebAuthn.addVirtualAuthenticator', { options: MACHINE })
    await page.getByLabel('Email').fill('supervisor@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('carewatch')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Confirm with your passkey').waitFor()
    await screen.close()
  })
})
