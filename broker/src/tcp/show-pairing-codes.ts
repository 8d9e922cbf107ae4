import { randomInt } from 'node:crypto'
import { PAIRING_MS } from '@carewatch/contracts/proof'
import { hashPairingCode } from '@carewatch/platform/credentials/pairing-code'
import type { TcpConnections } from './connections.ts'

const KEEP = `
insert into pairing_codes (device_id, network, code_hash, expires_at)
values ($1, $2, $3, now() + $4 * interval '1 millisecond')
on conflict (device_id, network) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Shows a code on each screen that is connected as this device, in each network another: which of them is shown on the watch in somebody's hand, they see. */
export async function showPairingCodes(tcpConnections: TcpConnections, deviceId: number): Promise<void> {
  const codes = new Map<string, string>()
  for (const { db, protocol, claimant, addressed, write } of tcpConnections.allOf(deviceId)) {
    if (!protocol.encodeText) continue
    const { network } = claimant
    const code = codes.get(network) ?? newCode()
    codes.set(network, code)
    await db.query(KEEP, [deviceId, network, hashPairingCode(deviceId, code), PAIRING_MS])
    write(protocol.encodeText(`Carewatch ${code}`, addressed()).bytes)
  }
}
