import {
  addProtocol,
  AttributionControl,
  Map as MapLibre,
  ScaleControl,
  setRTLTextPlugin,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'
import rtlUrl from '../../node_modules/@mapbox/mapbox-gl-rtl-text/dist/mapbox-gl-rtl-text.js?url'
import type { Bounds } from './geo.ts'
import { type Scheme, shippedStyle } from './style.ts'
import { streetStyle } from './street-style.ts'
import worldUrl from './world.pmtiles?url'

/** What is drawn beneath the people: ours, the operator's streets, or ours because theirs did not answer. */
export type Ground = 'shipped' | 'streets' | 'unreachable'

const ISRAEL = { center: [35, 31.6] as [number, number], zoom: 6 }
const NEAREST_ZOOM = 19

setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

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

async function newGround(scheme: Scheme): Promise<Ground> {
  const streets = await streetStyle()
  const address = new URL(worldUrl, location.href).href
  if (typeof streets !== 'string') {
    await styleLoaded(theMap(), shippedStyle(scheme, address))
    return streets === null ? 'shipped' : 'unreachable'
  }
  // Loaded when the first Hebrew or Arabic label comes.
  setRTLTextPlugin(new URL(rtlUrl, location.href).href, true).catch(() => {})
  await styleLoaded(theMap(), streets)
  return 'streets'
}

let laid: { scheme: Scheme; ground: Promise<Ground> } | undefined

/** Puts the ground under the map, and keeps it for the next screen; where streets did not answer they are asked again. */
export async function layGround(scheme: Scheme): Promise<Ground> {
  if (laid?.scheme !== scheme || (await laid.ground) === 'unreachable')
    laid = { scheme, ground: newGround(scheme) }
  return laid.ground
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
