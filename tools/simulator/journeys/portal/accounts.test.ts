import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { signIn } from '../person.ts'
import { executablePath } from '../chromium.ts'
import { faultsOf } from './axe.ts'
import { go, openPortal, type Portal, settle } from './portal.ts'
import { codeOf } from './totp.ts'

describe.skipIf(!executablePath)('an account', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  it('is made by its person, who then signs in', async () => {
    const screen = await portal.open(null)
    const { page } = screen
    const email = `ruth${Date.now()}@demo.test`
    await go(screen, `${portal.product.httpUrl}/auth/register`)
    await page.locator('button[type=submit]').click()
    await expect.poll(() => page.getByText('is required').count()).toBeGreaterThan(2)
    await page.getByLabel('First name').fill('Ruth')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Phone').fill('050-123-4567')
    await page.locator('input[autocomplete=new-password]').fill('good enough 7')
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/user\/detail|\/auth\/login/)
    await screen.close()
  })

  it('says what it wants of whoever forgot the password', async () => {
    const screen = await portal.open(null)
    await go(screen, `${portal.product.httpUrl}/auth/forgotPassword`)
    await screen.page.locator('button[type=submit]').click()
    await screen.page.getByText('No user key entered').first().waitFor()
    await screen.close()
  })

  it('that somebody else tried many passwords at lets its person in, who need do nothing for it', async () => {
    const email = 'relative@demo.test'
    const url = `${portal.product.httpUrl}/api/auth/login`
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess++) {
      const body = JSON.stringify({ email, password: `wrong ${guess}` })
      const headers = { 'content-type': 'application/json' }
      statuses.push((await fetch(url, { method: 'POST', headers, body })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    const screen = await portal.open(null)
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/auth/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('carewatch')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/user\/overview/)
    await screen.close()
  })

  it('is told where no mail is sent', async () => {
    const screen = await portal.open(null)
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/auth/forgotPassword`)
    await page.locator('input').first().fill('owner@demo.test')
    await page.locator('button[type=submit]').click()
    await page.getByRole('alert').getByText(en['forgot.noMail']).waitFor()
    await screen.close()
  })

  it('whose password somebody else chose asks for one of its own first', async () => {
    const admin = await signIn(portal.product, 'admin@demo.test')
    await admin.post('/admin/user/new', {
      firstName: 'Nili',
      userName: 'nili.new',
      email: 'nili.new@demo.test',
      password: 'for a day only',
      contactNumber: '0501234567',
      role: 'OWNER',
      userType: 'WATCH',
    })
    const screen = await portal.open(null)
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/auth/login`)
    await page.getByLabel('Email').fill('nili.new@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('for a day only')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/auth\/changePassword/)
    await screen.close()
  })

  it('of which its company asks a second step sets it up before anything else', async () => {
    const manager = await signIn(portal.product, 'manager@demo.test')
    // Safe: the demo's manager has a company.
    const { user } = (await manager.get('/auth/validateToken')).context as { user: { companyUuid: string } }
    await manager.post(`/company/update/${user.companyUuid}`, { twoStepRoles: ['MONITOR'] })
    const screen = await portal.open(null)
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/auth/login`)
    await page.getByLabel('Email').fill('monitor@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('carewatch')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/auth\/twoStep/)
    await settle(page)
    expect(await faultsOf(screen)).toEqual([])
    const secret = await page.getByRole('main').locator('code').innerText()
    await page.getByLabel(en['password.old']).first().fill('carewatch')
    await page.getByLabel(en['twoStep.code']).fill(codeOf(secret))
    await page.getByRole('button', { name: en['twoStep.turnOn'] }).click()
    await page.waitForURL(({ pathname }) => pathname === '/')
    await page.goto(`${portal.product.httpUrl}/user/dashboard`)
    await page.getByRole('button', { name: en['shell.userMenu'] }).waitFor()
    await screen.close()
  })

  it('speaks the language that its person chooses, from right to left where that is so', async () => {
    const screen = await portal.open({ email: 'relative@demo.test' })
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/user/overview`)
    await page.getByRole('button', { name: en['shell.userMenu'] }).click()
    await page.getByRole('menuitem', { name: en['language.title'] }).click()
    await page.getByRole('dialog').getByText('العربية').click()
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ar')
    await page.goto(`${portal.product.httpUrl}/user/monitoring`)
    await page.locator('.uplot').first().waitFor()
    expect(await page.evaluate("getComputedStyle(document.querySelector('.uplot')).direction")).toBe('ltr')
    await screen.close()
  })

  it('changes its password in a dialog that says what is missing', async () => {
    const screen = await portal.open({ email: 'user@demo.test' })
    const { page } = screen
    await go(screen, `${portal.product.httpUrl}/user/detail/currentUser`)
    await page.getByRole('button', { name: en['shell.userMenu'] }).click()
    await page.getByRole('menuitem', { name: en['password.change'] }).click()
    const dialog = page.getByRole('dialog', { name: en['password.change'] })
    await dialog.getByRole('button', { name: en['password.change'] }).click()
    await expect.poll(() => dialog.getByText('is required').count()).toBe(2)
    await dialog.getByLabel(en['password.old']).first().fill('wrong one')
    await dialog.getByLabel(en['password.new']).first().fill('abc')
    await dialog.getByRole('button', { name: en['password.change'] }).click()
    await dialog.getByText('must have at least 4 characters').waitFor()
    await dialog.getByLabel(en['password.new']).first().fill('walrus tea 41')
    await dialog.getByRole('button', { name: en['password.change'] }).click()
    await dialog
      .getByRole('alert')
      .or(dialog.getByText(/wrong|not right/i))
      .first()
      .waitFor()
    await screen.close()
  })

  it('is ended by its person, who hears first what somebody else has to take over', async () => {
    const end = async (email: string) => {
      const screen = await portal.open({ email })
      const { page } = screen
      await go(screen, `${portal.product.httpUrl}/user/detail/currentUser`)
      await page.getByRole('button', { name: en['companies.leaveLast'] }).click()
      const dialog = page.getByRole('dialog', { name: en['companies.leaveTitle'] })
      await dialog.getByText(en['companies.leaveLastBody']).waitFor()
      await dialog.getByLabel(en['signIn.password']).first().fill('carewatch')
      await dialog.getByRole('button', { name: en['companies.leaveLast'] }).click()
      return { screen, page, dialog }
    }
    const owner = await end('owner@demo.test')
    const alert = owner.dialog.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/please move them first: Watch /)
    await owner.screen.close()

    const relative = await end('relative@demo.test')
    await relative.page.waitForURL(/\/auth\/login/)
    const again = await fetch(`${portal.product.httpUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'relative@demo.test', password: 'carewatch' }),
    })
    expect(again.status).toBe(401)
    await relative.screen.close()
  })
})
