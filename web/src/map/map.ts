import type { Language } from '@carewatch/contracts/languages'
import {
  addProtocol,
  AttributionControl,
  Map as MapLibre,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import type { Bounds } from './geo.ts'
import { type Scheme, shippedStyle } from './style.ts'
import { findStreets } from './street-style.ts'
import worldUrlOfShipped from './world.pmtiles?url'

/** What is drawn beneath the people: ours, the operator's streets, or ours because theirs did not answer. */
export type Ground = 'shipped' | 'streets' | 'unreachable'

const ISRAEL = { center: [35, 31.6] as [number, number], zoom: 6 }
const NEAREST_ZOOM = 19

setWorkerUrl(workerUrl)
const protocol = new Protocol()
addProtocol('pmtiles', protocol.tile)

let map: MapLibre | undefined

function make(): MapLibre {
  const container = document.createElement('div')
  container.className = 'cw-map'
  const made = new MapLibre({
    ...ISRAEL,
    container,
    style: { version: 8, sources: {}, layers: [] },
    attributionControl: false,
    maxZoom: NEAREST_ZOOM,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
  })
  made.touchZoomRotate.disableRotation()
  made.keyboard.disableRotation()
  made.addControl(new ScaleControl({}), 'bottom-left')
  made.addControl(new AttributionControl({ compact: false }), 'bottom-right')
  return made
}

/** The one map there is: it lives outside React and is hung into whichever screen shows it. */
export function theMap(): MapLibre {
  map ??= make()
  return map
}

const styleLoaded = (made: MapLibre, style: StyleSpecification | string): Promise<void> =>
  new Promise((resolve) => {
    made.once('style.load', () => resolve())
    made.setStyle(style, { diff: false })
  })

export type Look = { scheme: Scheme; language: Language }

async function newGround(look: Look): Promise<Ground> {
  const found = await findStreets()
  const worldUrl = new URL(worldUrlOfShipped, location.href).href
  if (found.kind === 'own') {
    const { ownStreets } = await import('./map-streets.ts')
    const style = await ownStreets(protocol, { ...look, worldUrl })
    if (style) {
      await styleLoaded(theMap(), style)
      return 'streets'
    }
  }
  if (found.kind === 'foreign') {
    await styleLoaded(theMap(), found.url)
    return 'streets'
  }
  await styleLoaded(theMap(), shippedStyle(look.scheme, worldUrl))
  return found.kind === 'none' ? 'shipped' : 'unreachable'
}

let laid: { look: Look; ground: Promise<Ground> } | undefined

const isLaid = ({ look }: { look: Look }, wanted: Look): boolean =>
  look.scheme === wanted.scheme && look.language === wanted.language

/** Puts the ground under the map, and keeps it for the next screen; where there were no streets they are asked for again. */
export async function layGround(look: Look): Promise<Ground> {
  const before = laid
  if (before && isLaid(before, look) && (await before.ground) === 'streets') return before.ground
  // One after the other: of two that are laid at once the one that was wanted first might come last.
  const ground = Promise.resolve(before?.ground).then(() => newGround(look))
  laid = { look, ground }
  return ground
}

const MARGIN_PX = 56

/** Moves so that all of it is seen. MapLibre itself does not fly for whoever wants no motion. */
export function showBounds([west, south, east, north]: Bounds, maxZoom = 15): void {
  const made = theMap()
  const { width, height } = made.getContainer().getBoundingClientRect()
  const padding = Math.min(MARGIN_PX, width / 5, height / 5)
  made.fitBounds(
    [
      [west, south],
      [east, north],
    ],
    { padding, maxZoom, duration: 300 },
  )
}
