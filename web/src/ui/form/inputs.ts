/** What a form gives to each of its fields. */
export type InputProps = {
  // oxlint-disable-next-line typescript/no-explicit-any -- a form's values are of every kind; each field takes its own.
  value?: any
  // oxlint-disable-next-line typescript/no-explicit-any -- as above.
  onChange: any
  // oxlint-disable-next-line typescript/no-explicit-any -- as above.
  [name: string]: any
}

/** The part of a form that fields need. */
export type Inputs = {
  getInputProps: (path: string, options?: { type?: 'checkbox' | 'input' }) => InputProps
}
