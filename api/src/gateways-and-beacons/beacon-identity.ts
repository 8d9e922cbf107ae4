type Asked = {
  ibeacon?: string | null | undefined
  bindKey?: string | null | undefined
  identityKey?: string | null | undefined
}

const bytes = (digits: string | null): Buffer | null => (digits === null ? null : Buffer.from(digits, 'hex'))

const APPLES = /==$/

/** As it is drawn; Apple writes it the other way round. */
const identityBytes = (text: string | null): Buffer | null => {
  if (text === null) return null
  return APPLES.test(text)
    ? Buffer.from(text, 'base64').reverse()
    : Buffer.from(text.replace(/^irk:/i, ''), 'hex')
}

/** Of a body, what a beacon calls itself and the keys by which it is understood and known. */
export const identityOf = ({ ibeacon, bindKey, identityKey }: Asked) => ({
  ...(ibeacon !== undefined && { ibeacon }),
  ...(bindKey !== undefined && { bindKey: bytes(bindKey) }),
  ...(identityKey !== undefined && { identityKey: identityBytes(identityKey) }),
})
