/** Whether a push message may be sent there: an address comes from a browser, and ours is not to knock at any door it names. */
export function isPushService(address: string, hosts: string): boolean {
  const { hostname, protocol } = new URL(address)
  if (protocol !== 'https:') return false
  return hosts
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean)
    .some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}
