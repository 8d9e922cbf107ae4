import { InvalidFields } from '../http/invalid-fields.ts'
import { addressOf, type Person } from './find-user.ts'

type Named = Pick<Person, 'email' | 'userName'>

/** A user name that is an address is one's own, whoever has it or nobody: else the answer would tell whether there is an account at that address. */
export function refuseOthersAddress(wanted: string | undefined, { email, userName }: Named): void {
  if (wanted === undefined || addressOf(wanted) === null) return
  const own = [email, userName].map((one) => one.toLowerCase())
  if (!own.includes(wanted.trim().toLowerCase())) throw new InvalidFields({ userName: 'invalid' })
}
