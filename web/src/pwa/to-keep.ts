/** What this browser is subscribed with, and for whom. */
type Here = {
  permission: NotificationPermission
  /** Of the subscription there is: the key of the portal it was made for. */
  madeFor: ArrayBuffer | null | undefined
  /** Who asked to be notified here. */
  owner: string | null
}
type Asked = { user: string; key: string | null }

/** As a portal's key is written: base64url without its end. */
export function writtenKey(key: ArrayBuffer): string {
  const text = btoa(String.fromCodePoint(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** `forget`: somebody else's. `register`: it is registered with the server again. `renew`: lost, or made for keys that are no more. */
export function toKeep({ permission, madeFor, owner }: Here, { user, key }: Asked) {
  if (owner !== user) return madeFor === undefined ? 'nothing' : 'forget'
  if (key === null || permission !== 'granted') return 'nothing'
  return madeFor && writtenKey(madeFor) === key ? 'register' : 'renew'
}
