type Asked = { ibeacon?: string | null | undefined; bindKey?: string | null | undefined }

/** Of a body, what a beacon calls itself and the key by which it is understood. */
export const identityOf = ({ ibeacon, bindKey }: Asked) => ({
  ...(ibeacon !== undefined && { ibeacon }),
  ...(bindKey !== undefined && { bindKey: bindKey === null ? null : Buffer.from(bindKey, 'hex') }),
})
