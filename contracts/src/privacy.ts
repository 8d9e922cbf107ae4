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
  'value',
  'readings',
]

export const privatePaths: string[] = [...secretFields, ...personalFields].flatMap((field) => [
  field,
  `*.${field}`,
  `*.*.${field}`,
])
