export type CloneRow = { imei: string; imsi: string; name: string; mobileNumber: string }

export const emptyClone: CloneRow = { imei: '', imsi: '', name: '', mobileNumber: '' }

const isBlank = (row: CloneRow): boolean => Object.values(row).every((value) => value === '')

/** Lines as they come out of a spreadsheet or a mail: IMEI, IMSI, name and, if there is one, the mobile number. */
export function pastedRows(text: string): CloneRow[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(/\t|;|,/).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map(([imei = '', imsi = '', name = '', mobileNumber = '']) => ({ imei, imsi, name, mobileNumber }))
}

/** Pasted rows take the place of those that nobody has filled in. */
export const withPasted = (rows: readonly CloneRow[], pasted: readonly CloneRow[]): CloneRow[] => [
  ...rows.filter((row) => !isBlank(row)),
  ...pasted,
]
