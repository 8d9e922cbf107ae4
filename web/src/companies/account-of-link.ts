import { Uuid } from '@carewatch/contracts/wire'
import { refusalOf } from '../feedback/attempt.ts'
import { userAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { switchTo } from './companies.ts'

/** A message of another company's alarm was tapped: its link names the account that it is for. Whoever has no such account stays as who they are. */
export async function followAccount(href: string): Promise<void> {
  const url = new URL(href, location.origin)
  const account = Uuid.safeParse(url.searchParams.get('account')).data
  if (account === undefined || account === store.get(userAtom)?.uuid) return
  url.searchParams.delete('account')
  const refusal = await refusalOf(() => switchTo(account, `${url.pathname}${url.search}${url.hash}`))
  // The page is being loaded as the other account: nothing is drawn of this one.
  if (!refusal) await new Promise(() => {})
}
