/** Field paths that never reach a log, whatever is handed to it. */
const secretFields = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'authorization',
  'passwordHash',
  'credentials',
]
const personalFields = [
  'email',
  'firstName',
  'lastName',
  'contactNumber',
  'phone',
  'address',
  'position',
  'wearer',
  'nickname',
  'value',
  'readings',
]

export const privatePaths: string[] = [...secretFields, ...personalFields].flatMap((field) => [
  field,
  `*.${field}`,
  `*.*.${field}`,
])

type LoggedError = { name?: string; message?: string; stack?: string; code?: unknown; cause?: unknown }

/** The database's errors quote the values of the statement, which are people's: only what happened and where is kept. */
export function withoutValues(error: unknown): object {
  if (typeof error !== 'object' || error === null) return { type: typeof error }
  const { name, message = '', stack = '', code, cause } = error as LoggedError
  return {
    type: name,
    ...(code !== undefined && { code }),
    message: message.split('\nparams:')[0],
    stack: stack
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(cause !== undefined && { cause: withoutValues(cause) }),
  }
}
