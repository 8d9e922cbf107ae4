import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ArticleText } from './ArticleText.tsx'

const drawn = (body: string): string => renderToStaticMarkup(createElement(ArticleText, { body }))

it('an article is its words, their headings and links', () => {
  expect(drawn('## Sleep\n\nSee *this* [page](https://care.example/sleep).')).toBe(
    '<h2>Sleep</h2>\n<p>See <em>this</em> <a href="https://care.example/sleep">page</a>.</p>',
  )
})

it.each([
  ['a script', 'a<script>alert(1)</script>'],
  ['a handler', '<b onclick="alert(1)">b</b>'],
  ['a frame', '<iframe src="https://elsewhere.example"></iframe>'],
  ['a picture from elsewhere', '![x](https://elsewhere.example/x.png)'],
  ['a link that is a script', '[x](javascript:alert(1))'],
  ['a link that is a page', '[x](data:text/html,<script>alert(1)</script>)'],
  ['a style', '<style>body{display:none}</style>'],
])('an article with %s runs, loads and leads nowhere by it', (_, body) => {
  expect(drawn(body)).not.toMatch(/<(script|iframe|img|style|b)|onclick|javascript:|data:|elsewhere/)
})
