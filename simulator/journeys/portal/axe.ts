import { AxeBuilder } from '@axe-core/playwright'
import type { Screen } from './stage.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What a reader of screens would stumble over; `within`: only in this part of the page. */
export async function faultsOf({ page }: Pick<Screen, 'page'>, within?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).withTags(TAGS)
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}
