import type { Language } from '@carewatch/contracts/languages'
import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { FetchSource, PMTiles, type Protocol } from 'pmtiles'
import { headers } from '../http/call.ts'
import type { Scheme } from './style.ts'

const ADDRESS = '/api/map/streets.pmtiles'
/** What would need pictures of a sprite, and what nobody looks for who looks for a person. */
const LEFT_OUT = new Set(['background', 'pois', 'roads_oneway', 'roads_shields'])
const codes: Partial<Record<Language, string>> = { iw: 'he' }

/** Names are read by who looks for a street, also at night: those of the library's looks are faint, in the dark above all. */
const inks = {
  light: { ink: '#4a5651', halo: '#ffffff' },
  dark: { ink: '#b4c2bd', halo: '#141b19' },
} as const

const legible = (scheme: Scheme): Flavor => {
  const { ink, halo } = inks[scheme]
  return {
    ...namedFlavor(scheme),
    roads_label_minor: ink,
    roads_label_minor_halo: halo,
    roads_label_major: ink,
    roads_label_major_halo: halo,
    city_label: ink,
    city_label_halo: halo,
    subplace_label: ink,
    subplace_label_halo: halo,
  }
}

/** Reads the map's parts from our own server, as whoever is signed in now. */
class SignedInSource extends FetchSource {
  override getBytes(...asked: Parameters<FetchSource['getBytes']>): ReturnType<FetchSource['getBytes']> {
    this.setHeaders(new Headers(headers(false)))
    return super.getBytes(...asked)
  }
}

/** Without its picture: there are none, and a browser would complain of each. */
function withoutPictures(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol' || !layer.layout?.['icon-image']) return layer
  const { 'icon-image': _, ...layout } = layer.layout
  return { ...layer, layout }
}

/** The coasts of the whole world below, so that a country beside the map's is not the sea. */
const coasts = ({ water, earth, boundaries }: Flavor): LayerSpecification[] => [
  { id: 'sea', type: 'background', paint: { 'background-color': water } },
  {
    id: 'land',
    type: 'fill',
    source: 'world',
    'source-layer': 'land',
    paint: { 'fill-color': earth },
  },
  {
    id: 'borders',
    type: 'line',
    source: 'world',
    'source-layer': 'countries',
    paint: { 'line-color': boundaries, 'line-width': 1, 'line-dasharray': [3, 2] },
  },
]

type Wanted = { scheme: Scheme; language: Language; worldUrl: string }

/** The map of our own server, its names in the reader's language where it has them; null: it does not answer. */
export async function ownStreets(
  protocol: Protocol,
  { scheme, language, worldUrl }: Wanted,
): Promise<StyleSpecification | null> {
  const source = new SignedInSource(new URL(ADDRESS, location.href).href)
  const archive = new PMTiles(source)
  try {
    await archive.getHeader()
  } catch {
    return null
  }
  protocol.add(archive)
  const flavor = legible(scheme)
  // Safe: its layers are of MapLibre's own specification, in the version that it was built with.
  const streets = layers('streets', flavor, { lang: codes[language] ?? language }) as LayerSpecification[]
  return {
    version: 8,
    sources: {
      world: { type: 'vector', url: `pmtiles://${worldUrl}`, attribution: 'Natural Earth' },
      streets: {
        type: 'vector',
        url: `pmtiles://${source.getKey()}`,
        attribution: '© OpenStreetMap, Protomaps',
      },
    },
    layers: [...coasts(flavor), ...streets.filter(({ id }) => !LEFT_OUT.has(id)).map(withoutPictures)],
  }
}
