import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { signIn } from '../person.ts'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Screen, type Portal } from './portal.ts'

const LONG = 'Хаим חיים حاييم 🩺 '.repeat(12).slice(0, 200)

describe.skipIf(!executablePath)('a form', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  const admin = { email: 'admin@demo.test' }
  const dialog = ({ page }: Screen) => page.getByRole('dialog', { name: 'Company' })
  const openCompany = async (): Promise<Screen> => {
    const screen = await portal.open(admin)
    await go(screen, `${portal.product.httpUrl}/admin/companies`)
    await screen.page.getByRole('button', { name: 'Add company' }).first().click()
    await dialog(screen).getByLabel('Name').waitFor()
    return screen
  }
  const submit = (screen: Screen) => dialog(screen).getByRole('button', { name: 'Add company' }).click()

  it('says by the field what is wrong, goes to the first, and loses nothing', async () => {
    const screen = await openCompany()
    await dialog(screen).getByLabel('Address').fill('12 HaNassi Blvd')
    await submit(screen)
    await expect.poll(() => dialog(screen).getByText('is required').count()).toBe(2)
    await expect.poll(() => screen.page.evaluate('document.activeElement?.dataset.path')).toBe('name')
    await dialog(screen).getByLabel('Name').fill('North Star Living')
    await dialog(screen).getByLabel('Code').fill('NSL')
    await submit(screen)
    await dialog(screen).getByText('This code is already in use').waitFor()
    expect(await dialog(screen).getByLabel('Address').inputValue()).toBe('12 HaNassi Blvd')
    await dialog(screen).getByLabel('Code').fill(`N${Date.now()}`)
    await submit(screen)
    await dialog(screen).waitFor({ state: 'detached' })
    await screen.page.getByText('SUCCESS: 200 - Added').waitFor()
    await screen.close()
  })

  it('says where no more fits in', async () => {
    const screen = await openCompany()
    const code = dialog(screen).getByLabel('Code')
    await code.fill('A'.repeat(31))
    expect(await dialog(screen).getByText('No more than 32 characters fit here.').count()).toBe(0)
    await code.pressSequentially('BC')
    await dialog(screen).getByText('No more than 32 characters fit here.').waitFor()
    expect(await code.inputValue()).toBe(`${'A'.repeat(31)}B`)
    await screen.close()
  })

  it('of a list that is shorter now leads to its last page', async () => {
    const screen = await portal.open(admin)
    await go(screen, `${portal.product.httpUrl}/admin/companies?page=999`)
    await screen.page.getByText(en['list.pastEnd']).waitFor()
    await screen.page.getByRole('button', { name: en['list.toLast'] }).click()
    await screen.page.getByRole('link', { name: 'Golden Age Care' }).first().waitFor()
    expect(new URL(screen.page.url()).searchParams.get('page')).toBe('1')
    await screen.close()
  })

  it('asks before it is left with something in it', async () => {
    const screen = await openCompany()
    await screen.page.keyboard.press('Escape')
    await dialog(screen).waitFor({ state: 'detached' })
    await screen.page.getByRole('link', { name: 'All branches' }).click()
    await screen.page.getByRole('link', { name: 'All companies' }).click()
    await screen.page.getByRole('button', { name: 'Add company' }).first().click()
    await dialog(screen).getByLabel('Name').fill('Half a name')
    await screen.page.keyboard.press('Escape')
    const question = screen.page.getByRole('dialog', { name: en['leaving.title'] })
    await question.getByText(en['leaving.body']).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await dialog(screen).getByLabel('Name').inputValue()).toBe('Half a name')
    await screen.page.goBack()
    await question.getByRole('button', { name: 'Confirm' }).click()
    await dialog(screen).waitFor({ state: 'detached' })
    await screen.close()
  })

  it('is still there when the session ended in the middle of it', async () => {
    const screen = await openCompany()
    const code = `S${Date.now()}`
    await dialog(screen).getByLabel('Name').fill(LONG.slice(0, 100))
    await dialog(screen).getByLabel('Code').fill(code)
    const me = await signIn(portal.product, admin.email)
    await me.post('/auth/sessions/endOthers', { password: 'carewatch' })
    portal.forgetTokens()
    const again = screen.page.getByRole('dialog', { name: en['again.title'] })
    await again.getByLabel('Password').fill('wrong')
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByText('Wrong e-mail or password').waitFor()
    await again.getByLabel('Password').fill('carewatch')
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'detached' })
    await submit(screen)
    await dialog(screen).waitFor({ state: 'detached' })
    await screen.page.getByText(code).waitFor()
    await screen.close()
  })

  it('says so when somebody else deleted the row meanwhile', async () => {
    const me = await signIn(portal.product, admin.email)
    const { context } = await me.post('/company/new', { name: 'Soon gone', code: `G${Date.now()}` })
    // Safe: the answer of the call above.
    const { uuid } = (context as { company: { uuid: string } }).company
    const screen = await portal.open(admin)
    await go(screen, `${portal.product.httpUrl}/admin/companies?search=Soon+gone`)
    await screen.page.getByRole('button', { name: 'Actions for Soon gone' }).click()
    await screen.page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog(screen)
      .or(screen.page.getByRole('dialog', { name: /Soon gone/ }))
      .first()
      .waitFor()
    const open = screen.page.getByRole('dialog', { name: /Soon gone/ })
    await open.getByLabel('Name').fill('Still here')
    await me.remove(`/company/delete/${uuid}`)
    await open.getByRole('button', { name: 'Save' }).click()
    await open.getByRole('alert').waitFor()
    expect(await open.getByLabel('Name').inputValue()).toBe('Still here')
    await screen.close()
  })

  it('that cannot be loaded closes after it has said so', async () => {
    const screen = await portal.open(admin)
    await go(screen, `${portal.product.httpUrl}/admin/companies`)
    await screen.page.route('**/api/company/details/**', (route) => route.abort())
    await screen.page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await screen.page.getByRole('menuitem', { name: 'Edit' }).click()
    await screen.page.getByText('Failed to Load Data. Closing...').waitFor()
    await screen.page
      .getByText('Failed to Load Data. Closing...')
      .waitFor({ state: 'detached', timeout: 6_000 })
    await screen.close()
  })

  it('of a branch’s limits says what they would have meant for the people there', async () => {
    const me = await signIn(portal.product, admin.email)
    const { rows } = await portal.db.execute<{ branch: string; watch: string }>(
      sql`select b.uuid as branch, d.uuid as watch from branches b join devices d on d.branch_id = b.id
        where b.name = 'Carmel House' and present_wearer(d.id) is not null order by d.id limit 1`,
    )
    const { branch, watch } = rows[0] ?? {}
    await me.post('/devices/configure', {
      deviceUUID: watch,
      heartRateLow: null,
      heartRateHigh: null,
    })
    const limits = { low: null, high: 75, criticalLow: null, criticalHigh: null }
    const { context: found } = await me.post(`/branch/limits/try/${branch}`, {
      metric: 'heartRate',
      limits,
    })
    expect(found).toMatchObject({ people: 1, tried: 1, known: 1, peopleWithAlarms: 1 })
    const screen = await portal.open(admin)
    await go(screen, `${portal.product.httpUrl}/admin/branch/${branch}`)
    const section = screen.page.locator('section', {
      has: screen.page.getByRole('heading', { name: en['companies.limits'] }),
    })
    await section.getByRole('button', { name: en['action.edit'] }).click()
    const open = screen.page.getByRole('dialog', { name: /Carmel House/ })
    await open.getByRole('group', { name: 'Heart rate' }).getByLabel(en['limits.high']).fill('75')
    await open.getByRole('button', { name: 'Heart rate' }).click()
    await open.getByText(/^Heart rate: these limits would have raised/).waitFor()
    const shown = await open.getByRole('status').allInnerTexts()
    expect(shown.join(' ')).toContain(`would have raised ${String(found['total'])} alarm`)
    expect(shown.join(' ')).toContain(`(now: ${String(found['presentTotal'])})`)
    expect(shown.join(' ')).toContain('They would be about 1 person.')
    await screen.close()
  })
})
