import type { Services } from '../services.ts'
import type { Viewers } from '../access/viewers.ts'
import type { Viewer } from '../access/viewer.ts'
import { type HomeDevice, listHomeDevices } from './devices.ts'
import { alarmStateOf, discoveryOf, goneOf, type Publication, statesOf } from './messages.ts'
import { readAlarms, readMeasured } from './read.ts'

export type PublishingParts = Pick<Services, 'db' | 'facts' | 'log'> & { viewers: Pick<Viewers, 'loadAll'> }
type To = {
  session: string
  publish: (publication: Publication) => void
  /** Asks the live socket for what these measure. */
  watch: (deviceUuids: readonly string[]) => void
}

/** What cannot be read of one watch holds back no other; whoever calls learns that something was not told. */
async function eachOf(
  devices: readonly HomeDevice[],
  work: (device: HomeDevice) => Promise<void>,
): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const device of devices) await work(device).catch((err: unknown) => faults.push(err))
  return faults
}

/** Tells a Home Assistant how things stand, read anew as its owner sees them in the portal. */
export function createPublishing(parts: PublishingParts, { session, publish, watch }: To) {
  const { viewers, db } = parts
  /** What each watch was last announced as. */
  const announced = new Map<string, string>()

  async function publishAlarms(viewer: Viewer, device: HomeDevice): Promise<void> {
    publish(alarmStateOf(device, await readAlarms(parts, { viewer, device })))
  }

  async function publishDevice(viewer: Viewer, device: HomeDevice, isWhole: boolean): Promise<void> {
    const about = { device, measured: await readMeasured(parts, device) }
    const discovery = discoveryOf(about, viewer.selectedLanguage)
    if (isWhole || announced.get(device.uuid) !== discovery.payload) publish(discovery)
    announced.set(device.uuid, discovery.payload)
    for (const state of statesOf(about)) publish(state)
  }

  function takeAway(devices: readonly HomeDevice[]): void {
    const there = new Set(devices.map(({ uuid }) => uuid))
    for (const uuid of announced.keys())
      if (!there.has(uuid)) {
        announced.delete(uuid)
        publish(goneOf(uuid))
      }
  }

  /** `isWhole`: each is announced anew. Throws where something could not be told. */
  return async (isWhole: boolean): Promise<void> => {
    const viewer = (await viewers.loadAll([session])).get(session)
    if (!viewer) return
    const devices = await listHomeDevices(db, viewer)
    watch(devices.map(({ uuid }) => uuid))
    takeAway(devices)
    // Whoever calls for help waits for nobody's readings.
    const faults = [
      ...(await eachOf(devices, (device) => publishAlarms(viewer, device))),
      ...(await eachOf(devices, (device) => publishDevice(viewer, device, isWhole))),
    ]
    if (faults.length > 0) throw faults[0]
  }
}
