/** Whether a push message may be sent there: an address comes from a browser, and ours is not to knock at any door it names. */
export function isPushService(address: string, hosts: string): boolean {
  const { hostname, protocol, port, username } = new URL(address)
  // A name before the host, or another port than the one that is named, is another door than the one that was meant.
  if (protocol !== 'https:' || username !== '') return false
  return hosts
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean)
    .some((entry) => {
      const [host = '', named = ''] = entry.split(':')
      if (port !== named) return false
      return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
    })
}
