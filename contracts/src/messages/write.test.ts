import { expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { write } from './write.ts'

/** What would be a template if it were one of ours. */
const TEMPLATES = ['{name}', '{n, plural, other {#}}', "'{'", '<b>x</b>', '%s %d {0}', '${name}']

/** A text of ours with one place in it, another for each: what was parsed once is not parsed again. */
const taking = Object.entries(catalogue.en).flatMap(([id, text = '']) => {
  const [place, name] = /^[^{}<'#]*(\{(\w+)\})[^{}<'#]*$/.exec(text)?.slice(1) ?? []
  return place !== undefined && name !== undefined ? [{ id, text, place, name }] : []
})

it.each(TEMPLATES.map((value, at) => ({ value, ...taking[at] })))(
  'a value is no template: $value stands as it is',
  ({ value, id = '', text = '', place = '', name = '' }) => {
    expect(id).not.toBe('')
    expect(write('en', id, { [name]: value })).toBe(text.replace(place, () => value))
  },
)
