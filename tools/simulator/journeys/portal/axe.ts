import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Screen } from './portal.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Axe loses its way in some sticky table heads ("Element midpoint exceeds the grid bounds") and then gives up the whole rule of contrast, without a violation:
 * it may say "cannot tell" of that element alone.
 */
const FORGIVE_ONE_ELEMENT = `(() => {
  const { evaluate } = axe._audit.checks['color-contrast']
  axe.configure({ checks: [{ id: 'color-contrast', evaluate: function (...words) {
    try { return evaluate.apply(this, words) } catch (error) {
      if (!String(error).includes('grid bounds')) throw error
    }
  } }] })
})()`

/** What axe found, in words: in the page, so that only these travel. A rule that broke down looked at nothing, and says so. Null: while it looked a button came that cannot be tapped yet. */
const run = (within: string | undefined): string => `(async () => {
  // A colour that is still on its way to another is not yet what people see.
  document.getAnimations().filter((each) => each instanceof CSSTransition).forEach((each) => each.finish())
  const isSettling = () => document.querySelector('[data-settling=true]') !== null
  let hasSettled = isSettling()
  const observer = new MutationObserver(() => { hasSettled ||= isSettling() })
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-settling'] })
  const { violations, incomplete } = await axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, {
    resultTypes: ['violations', 'incomplete'],
    runOnly: { type: 'tag', values: ${JSON.stringify(TAGS)} },
  })
  observer.disconnect()
  return hasSettled ? null : [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => id + ' ' + target.join(' ') + ' ' + (any[0]?.message ?? ''))),
    ...incomplete.filter(({ error }) => error).map(({ id, error }) => id + ' broke down: ' + error.message),
  ]
})()`

/**
 * What a reader of screens would stumble over; `within`: only in this part of the page.
 * A button that cannot be tapped yet, for it has just come, is waited for: axe reads its pale letters, and then that it is enabled.
 * By axe itself, once in each page: there are no frames, and what @axe-core/playwright does about them takes as long again.
 */
export async function faultsOf({ page }: Pick<Screen, 'page'>, within?: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) {
    await page.evaluate(AXE)
    await page.evaluate(FORGIVE_ONE_ELEMENT)
  }
  for (;;) {
    // Not by a text that the page looks at again and again: its policy lets none become a script.
    await page.locator('[data-settling=true]').first().waitFor({ state: 'detached' })
    const faults = await page.evaluate<string[] | null>(run(within))
    if (faults) return faults
  }
}

/** Reflow (WCAG 1.4.10): nothing makes the whole page scroll sideways. */
export const isTooWide = ({ page }: Pick<Screen, 'page'>): Promise<boolean> =>
  page.evaluate<boolean>(
    `[document.documentElement, document.querySelector('main')].some((part) => part && part.scrollWidth > part.clientWidth + 1)`,
  )
