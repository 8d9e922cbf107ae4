import { describe, expect, it } from 'vitest'
import { canonical } from './canonical.ts'

describe('a canonical text', () => {
  it('has the names in one order, whatever theirs was, and no space', () => {
    const one = { b: [1, { d: null, c: true }], a: 'x y', nothing: undefined }
    expect(canonical(one)).toBe('{"a":"x y","b":[1,{"c":true,"d":null}]}')
    expect(canonical({ a: 'x y', b: [1, { c: true, d: null }] })).toBe(canonical(one))
  })

  it('has the names of the example of RFC 8785 in its order', () => {
    const names = { '\u20ac': 6, '\r': 1, '\ufb33': 8, '1': 2, '\ud83d\ude00': 7, '\u0080': 4, '\u00f6': 5 }
    expect(
      canonical(names)
        .match(/\d(?=[,}])/g)
        ?.join(''),
    ).toBe('1245678')
  })

  it('writes numbers and texts as the scheme does', () => {
    expect(canonical([333_333_333.333_333_3, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    )
    expect(canonical('€$\u000f\nA\'B"\\"/')).toBe('"€$\\u000f\\nA\'B\\"\\\\\\"/"')
  })
})
