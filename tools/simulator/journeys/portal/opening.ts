import type { Page } from 'playwright-core'
import type { DialogName } from '../../../../web/src/dialogs/names.ts'
import en from '../../../../web/src/i18n/en.json' with { type: 'json' }

type Text = keyof typeof en

/** How a person opens a dialog: by a button that gets the focus back, and for a menu the item in it. */
export type Opening = {
  dialog: DialogName
  title: Text
  /** Whom or what it is about stands after the title. */
  about?: string | RegExp
  press: (page: Page) => { opener: ReturnType<Page['locator']>; item?: Text }
}

export const button = (name: Text) => (page: Page) => ({
  opener: page.getByRole('main').getByRole('button', { name: en[name], exact: true }).first(),
})
export const inSection = (section: Text, name: Text) => (page: Page) => ({
  opener: page.getByRole('region', { name: en[section] }).getByRole('button', { name: en[name] }).first(),
})
export const menu = (of: string | RegExp, item: Text) => (page: Page) => ({
  opener: page
    .getByRole('main')
    .getByRole('button', { name: typeof of === 'string' ? `Actions for ${of}` : of })
    .first(),
  item,
})
export const ownMenu = (item: Text) => (page: Page) => ({
  opener: page.getByRole('button', { name: en['shell.userMenu'] }),
  item,
})
export const ANY = /^Actions for /

/** A screen, and the dialogs of it; `$device` and the like stand for the uuids of rows of the demo. */
export type Openings = readonly [path: string, openings: readonly Opening[]]
