/** Where the OpenAPI document is read. */
export const READER = '/api/docs'
/** Its page, and the one script of that. */
export const READER_FILES = [`${READER}/`, `${READER}/js/scalar.js`] as const

export type ReaderFile = { url: string; type: string; content: Uint8Array }
