import { expect, it } from 'vitest'
import { isDataFault } from './database-faults.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })

it.each(['22P02', '23503', '54000', '53400'])('%s is the fault of what was to be stored', (code) =>
  expect(isDataFault(coded(code))).toBe(true),
)

it.each(['57P01', '53100', '53200', '53300', '40P01', '25006', '42P01', 'ECONNREFUSED'])(
  '%s passes, and is tried again',
  (code) => expect(isDataFault(coded(code))).toBe(false),
)
