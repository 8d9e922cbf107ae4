import { expect, it } from 'vitest'
import { emptyClone, pastedRows, withPasted } from './pasted.ts'

it('reads lines of a spreadsheet, a semicolon list or a mail', () => {
  const text =
    '355688120000017\t42501\tRuth\t+97250\n\n355688120000025; 42502; Dov\r\n355688120000033,42503,Noa,'
  expect(pastedRows(text)).toEqual([
    { imei: '355688120000017', imsi: '42501', name: 'Ruth', mobileNumber: '+97250' },
    { imei: '355688120000025', imsi: '42502', name: 'Dov', mobileNumber: '' },
    { imei: '355688120000033', imsi: '42503', name: 'Noa', mobileNumber: '' },
  ])
})

it('puts what is pasted in the place of the empty row, and keeps what was typed', () => {
  const typed = { ...emptyClone, imei: '1' }
  const pasted = { ...emptyClone, imei: '2' }
  expect(withPasted([typed, emptyClone], [pasted])).toEqual([typed, pasted])
})
