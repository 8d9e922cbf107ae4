import { expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { write } from './write.ts'

/** What would be a template if it were one of ours. */
const TEMPLATES = ['{name}', '{n, plural, other {#}}', "'{'", '<b>x</b>', '%s %d {0}', '${name}']

it.each(TEMPLATES)('a value is no template: %s stands as it is', (value) => {
  const taking = Object.entries(catalogue.en).find(([, text]) => /^[^{}<]*\{name\}[^{}<]*$/.test(text ?? ''))
  const [id = '', text = ''] = taking ?? []
  expect(write('en', id, { name: value })).toBe(text.replaceAll("''", "'").replace('{name}', () => value))
})
