/** Whether the digits sum up by Luhn's formula (ISO/IEC 7812-1, annex B), of which the last one is the check. */
function fitsLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of Array.from(digits).toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/**
 * Whether an IMEI looks mistyped: 15 digits of which the last does not fit the others (3GPP TS 23.003, 6.2.1). Some cheap watches have numbers that
 * never had a check digit, and shorter numbers are filled up with zeros: it is said to whoever registers one, and refuses nothing.
 */
export const isDoubtfulImei = (imei: string): boolean =>
  /^\d{15}$/.test(imei) && !imei.startsWith('00') && !fitsLuhn(imei)
