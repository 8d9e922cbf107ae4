import { AxeBuilder } from '@axe-core/playwright'
import type { Screen } from './stage.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What a reader of screens would stumble over; `within`: only in this part of the page. */
export async function faultsOf({ page }: Pick<Screen, 'page'>, within?: string): Promise<string[]> {
  // In the page itself: there are no frames in it, and a second page for each answer takes longer than the answer.
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode()
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}

/** Reflow (WCAG 1.4.10): nothing makes the whole page scroll sideways. */
export const isTooWide = ({ page }: Pick<Screen, 'page'>): Promise<boolean> =>
  page.evaluate<boolean>(
    `[document.documentElement, document.querySelector('main')].some((part) => part && part.scrollWidth > part.clientWidth + 1)`,
  )
