import type { Locator, Page } from 'playwright-core'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }

/** What stands on a screen, by the id of its text. */
export type Text = keyof typeof en

/** What somebody does with a mouse on an English screen; `pageOf` is the one they sit at. */
export const handsOf = (pageOf: () => Page) => ({
  dialogOf: (title: Text, of: Page = pageOf()): Locator =>
    of.getByRole('dialog', { name: new RegExp(`^${en[title]}`) }),
  gone: (dialog: Locator): Promise<void> => dialog.waitFor({ state: 'detached' }),
  press: (text: Text, within: Page | Locator = pageOf().getByRole('main')): Promise<void> =>
    within.getByRole('button', { name: en[text], exact: true }).first().click(),
  inMenu: async (of: string | RegExp, item: Text, on: Page = pageOf()): Promise<void> => {
    await on.getByRole('main').getByRole('button', { name: of }).first().click()
    // By its key: what comes to the page meanwhile moves the row, and its menu with it, out of where a mouse reaches without scrolling.
    await on.getByRole('menuitem', { name: en[item], exact: true }).press('Enter')
  },
})
