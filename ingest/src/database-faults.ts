/** SQLSTATE classes that a retry cannot mend: the content itself is refused (22 data exception, 23 constraint). */
export function isDataFault(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return /^2[23]/.test(code)
}
