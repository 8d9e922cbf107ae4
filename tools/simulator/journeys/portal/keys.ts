import type { Locator, Page } from 'playwright-core'

const MOST_STOPS = 90

/** Runs in the page before its own scripts: what it looks like where the focus is, and how it looked there once the focus has gone on. */
export const WATCH_FOCUS = `window.lookAtFocus = () => {
  const looks = (element) => {
    const { outline, boxShadow, borderColor, backgroundColor, color, opacity, transform, textDecoration } = getComputedStyle(element)
    return [outline, boxShadow, borderColor, backgroundColor, color, opacity, transform, textDecoration].join('|')
  }
  const around = (element) => [element, element.parentElement, element.parentElement?.parentElement, ...element.parentElement?.children ?? []]
    .filter((each) => each instanceof Element)
  const isShown = (element) => { const { width, height } = element.getBoundingClientRect(); return width > 4 && height > 4 && getComputedStyle(element).opacity !== '0' }
  const seenBy = (element) => isShown(element) ? element : element.closest('label') ?? [...element.labels ?? []].find(isShown) ?? element.parentElement
  const nameOf = (element) => (element.tagName + ' ' + (element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent || element.id || element.className)).slice(0, 70)
  const coverOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y]))
    const hits = points.map(([x, y]) => document.elementFromPoint(x, y))
    const isOwn = (hit) => hit && (element.contains(hit) || hit.contains(element) && hit !== document.body && hit !== document.documentElement)
    return hits.some(isOwn) ? null : hits[4] ? nameOf(hits[4]) : 'the edge of the window'
  }
  // A border that is still fading in is not yet what people see.
  document.getAnimations().filter((each) => each instanceof CSSTransition).forEach((each) => each.finish())
  window.keys ??= { faults: [], last: null }
  const { last, faults } = window.keys
  const now = document.activeElement
  // What only a program can focus is a place to go on from, not a control.
  if (last && last.element !== now && last.element.tabIndex >= 0 && last.element.isConnected && last.parts.every(([each, look]) => !each.isConnected || looks(each) === look))
    faults.push('nobody sees the focus on ' + nameOf(last.element))
  if (now && now !== document.body) {
    const cover = coverOf(seenBy(now))
    if (cover) faults.push(nameOf(now) + ' is covered by ' + cover)
    if (last?.element !== now) window.keys.last = { element: now, parts: around(now).map((each) => [each, looks(each)]) }
  } else window.keys.last = null
}`

/** Looks at where the focus is now. */
const lookAtFocus = (page: Page): Promise<void> => page.evaluate('lookAtFocus()')

/** What was wrong with the focus since the page was loaded. */
export const focusFaults = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(window.keys?.faults ?? []).splice(0)`)

export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await lookAtFocus(page)
}

/** Tabs on until the focus is there, as somebody without a mouse does. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page()
  await target.first().waitFor({ state: 'attached' })
  const there = target.and(page.locator(':focus'))
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if ((await there.count()) > 0) return
    await press(page, key)
  }
  throw new Error(`${MOST_STOPS} times ${key}, and the focus never came to ${String(target)}`)
}

const TRIES = 3

/** Tabs there and types over what stands in it; again where the focus was still on its way to somewhere else. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await tabTo(field)
    await field.page().keyboard.press('ControlOrMeta+a')
    await field.page().keyboard.type(text)
    if ((await field.inputValue()) === text) return
  }
}

export async function enter(target: Locator): Promise<void> {
  await tabTo(target)
  await press(target.page(), 'Enter')
}

const PART = `(() => {
  lookAtFocus()
  const element = document.activeElement
  const parts = ['#main', 'nav', 'header']
  return parts.find((part) => element?.closest(part)) ?? (element === document.body ? 'end' : 'before')
})()`
const ORDER = ['before', 'header', 'nav', '#main', 'end']

/** Once through the page: the focus goes through bar, menu and screen and never back. */
export async function orderFaults(page: Page): Promise<string[]> {
  const jumps: string[] = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[tabindex]')].filter((each) => each.tabIndex > 0).map((each) => 'tabindex of ' + each.outerHTML.slice(0, 80))`,
  )
  await page.evaluate(`document.activeElement?.blur()`)
  let before = 0
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab')
    const part = await page.evaluate<string>(PART)
    if (part === 'end' || (part === 'before' && before > 0)) break
    const place = ORDER.indexOf(part)
    if (place < before) jumps.push(`from ${ORDER[before]} back to ${part}`)
    before = place
  }
  return jumps
}
