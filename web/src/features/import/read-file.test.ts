import { type Zippable, zipSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { partsOf } from './parts.ts'
import { type ColumnWords, readRows } from './read-rows.ts'
import { readTable, type Table } from './read-table.ts'
import { type Line, withoutTwice } from './work.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const file = (...parts: (Uint8Array<ArrayBuffer> | string)[]) => new Blob(parts)
const windows1255 = new Uint8Array([...bytes('firstName,lastName\n'), 0xf8, 0xe5, 0xfa, 0x2c, 0xeb])
const utf16 = (text: string) =>
  new Uint8Array(
    new Uint16Array([0xfe_ff, ...Array.from(text, (letter) => letter.codePointAt(0) ?? 0)]).buffer,
  )

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as Excel packs it: text in a table of its own, dates as numbers of days with a style, a formula with what it came to. */
function workbook(cells: string, more: Zippable = {}): Blob {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${SHEET}"><si><t>firstName</t></si><si><t>birthday</t></si><si><t>imei</t></si><si><r><t>רו</t></r><r><t>ת</t></r></si></sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${SHEET}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${cells}</sheetData></worksheet>`,
  }
  const packed = Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, bytes(xml)]))
  return new Blob([zipSync({ ...packed, ...more })])
}

const people = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
<row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3" s="1"><v>15098</v></c><c r="C3"><v>353123456789012</v></c></row>
<row r="4"><c r="A4" t="str"><f>HYPERLINK("http://x.test")</f><v>Dan</v></c><c r="C4"><v>3.5312345678901203E+14</v></c></row>`

describe('a workbook', () => {
  it('is read as its cells show: dates, long numbers whole, and what a formula came to', async () => {
    expect(await readTable(workbook(people))).toEqual([
      ['firstName', 'birthday', 'imei'],
      ['', '', ''],
      ['רות', '1941-05-02', '353123456789012'],
      ['Dan', '', '353123456789012'],
    ])
  })

  it('is not unpacked where it would become more than fifty megabytes', async () => {
    const bomb = workbook(people, { 'xl/media/image1.bin': [new Uint8Array(51 * 1024 * 1024), { level: 1 }] })
    expect(bomb.size).toBeLessThan(200_000)
    expect(await readTable(bomb)).toBe('size')
  })

  it('is refused where it is old, has a password, or is something else in a package', async () => {
    expect(await readTable(file(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])))).toBe('oldWorkbook')
    expect(await readTable(file(zipSync({ 'a.txt': bytes('a') })))).toBe('broken')
    expect(await readTable(file('PK\u0003\u0004 and then nothing'))).toBe('broken')
  })
})

describe('a CSV file', () => {
  const table = [
    ['firstName', 'room'],
    ['רות', '007'],
  ]

  test.each([
    ['with a mark and commas', file('\uFEFFfirstName,room\r\nרות,007')],
    ['without one, with semicolons', file('firstName;room\nרות;007')],
    ['with tabs, as Excel writes Unicode text', file(utf16('firstName\troom\r\nרות\t007'))],
  ])('is read %s', async (_, given) => {
    expect(await readTable(given)).toEqual(table)
  })

  it('is refused where its letters would be guessed: of Windows-1255, or none at all', async () => {
    expect(await readTable(file(windows1255))).toBe('encoding')
    expect(await readTable(file('name\u0000'))).toBe('encoding')
  })

  it('is read to its end, however many lines of it are empty, or not at all', async () => {
    const gaps = (lines: number) => `firstName${'\n'.repeat(lines)}Ruth`
    const found = async (text: string) => {
      const read = await readTable(file(text))
      return typeof read === 'string' ? read : rowsOf(read).rows
    }
    expect(await found(gaps(9_000))).toEqual([{ line: 9_001, cells: { firstName: 'Ruth' } }])
    expect(await found(gaps(120_000))).toBe('size')
  })

  it('is refused above five megabytes', async () => {
    expect(await readTable(file('a'.repeat(5 * 1024 * 1024 + 1)))).toBe('size')
  })
})

// Safe: a test looks at these columns alone.
const words = new Proxy({ room: 'Zimmer', firstName: 'Vorname' } as unknown as ColumnWords, {
  get: (known, name: keyof ColumnWords) => known[name] ?? String(name),
})
const rowsOf = (table: Table) => readRows(table, 'people', words)

describe('the rows of a file', () => {
  it('are found by their titles, in any order, also in the words of the language', () => {
    const { rows, unknown, missing } = rowsOf([
      ['Zimmer', 'First name', 'last_name (Nachname)', 'Farbe'],
      ['007', ' Ruth ', '', 'rot'],
      ['', '', '', ''],
      ['8', 'Dan', 'Levi', ''],
    ])
    expect(rows).toEqual([
      { line: 2, cells: { room: '007', firstName: 'Ruth' } },
      { line: 4, cells: { room: '8', firstName: 'Dan', lastName: 'Levi' } },
    ])
    expect(unknown).toEqual(['Farbe'])
    expect(missing).toEqual([])
  })

  it('are of the first of two columns with one title, and the second is named', () => {
    const { rows, unknown } = rowsOf([
      ['Vorname', 'room', 'first_name (2)'],
      ['', '7', 'Dan'],
      ['Ruth', '8', 'Eva'],
    ])
    expect(rows.map(({ cells }) => cells)).toEqual([{ room: '7' }, { firstName: 'Ruth', room: '8' }])
    expect(unknown).toEqual(['first_name (2)'])
  })

  it('need what a row must say', () => {
    expect(rowsOf([['room'], ['7']]).missing).toEqual(['firstName'])
    expect(rowsOf([])).toEqual({ rows: [], unknown: [], missing: ['firstName'] })
  })
})

test('a file is sent in parts of at most twenty-five rows, fewer where they are long, in its order', () => {
  const row = (line: number, length = 1) => ({ line, cells: { name: 'x'.repeat(length) } })
  const short = Array.from({ length: 60 }, (_, index) => row(index))
  expect(partsOf(short).map((part) => part.length)).toEqual([25, 25, 10])
  expect(partsOf(short).flat()).toEqual(short)
  const long = Array.from({ length: 100 }, (_, index) => row(index, 9_000))
  for (const part of partsOf(long)) expect(JSON.stringify(part).length).toBeLessThan(100_000)
})

test('of two rows that mean the same thing the second becomes nothing, and one that is wrong stands in nobody’s way', () => {
  const line = (key: string, outcome: Line['answered']['outcome']): Line => ({
    line: 1,
    cells: {},
    answered: {
      key,
      outcome,
      seen: '',
      changes: [],
      problems: {},
      isDoubtful: false,
      credentials: null,
      link: null,
    },
  })
  const lines = withoutTwice([
    line('a', 'INVALID'),
    line('a', 'NEW'),
    line('a', 'CHANGED'),
    line('', 'INVALID'),
    line('', 'INVALID'),
  ])
  expect(lines.map(({ answered }) => answered.outcome)).toEqual([
    'INVALID',
    'NEW',
    'TWICE',
    'INVALID',
    'INVALID',
  ])
})
