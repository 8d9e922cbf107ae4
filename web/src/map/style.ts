import type { StyleSpecification } from 'maplibre-gl'

export type Scheme = 'light' | 'dark'

/** Quiet land and water, so that people stand out; the same greens as the screens. */
const palettes = {
  light: { water: '#d3e3ea', land: '#f4f6f1', border: '#b9c6bf', coast: '#9fb4bd', name: '#51615b' },
  dark: { water: '#0c171c', land: '#1b2624', border: '#3a4b46', coast: '#33505c', name: '#a9bab4' },
} as const

/** The map that comes with us: coasts, borders and the names of countries. */
export function shippedStyle(scheme: Scheme, worldUrl: string): StyleSpecification {
  const ink = palettes[scheme]
  return {
    version: 8,
    sources: {
      world: { type: 'vector', url: `pmtiles://${worldUrl}`, attribution: 'Natural Earth' },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': ink.water } },
      {
        id: 'land',
        type: 'fill',
        source: 'world',
        'source-layer': 'land',
        paint: { 'fill-color': ink.land },
      },
      {
        id: 'coast',
        type: 'line',
        source: 'world',
        'source-layer': 'land',
        paint: { 'line-color': ink.coast, 'line-width': 1 },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'world',
        'source-layer': 'countries',
        paint: { 'line-color': ink.border, 'line-width': 1, 'line-dasharray': [3, 2] },
      },
      {
        id: 'names',
        type: 'symbol',
        source: 'world',
        'source-layer': 'names',
        layout: {
          'text-field': ['get', 'name'],
          'text-size': ['interpolate', ['linear'], ['zoom'], 2, 11, 6, 15],
          'symbol-sort-key': ['get', 'rank'],
          'text-padding': 6,
        },
        paint: { 'text-color': ink.name, 'text-halo-color': ink.land, 'text-halo-width': 1.5 },
      },
    ],
  }
}
