import type { VitePWAOptions } from 'vite-plugin-pwa'

/** The program as an app of its own: kept on the device, but for the map, which needs the network anyway. */
export const installable: Partial<VitePWAOptions> = {
  strategies: 'injectManifest',
  srcDir: 'worker',
  filename: 'service-worker.ts',
  injectRegister: false,
  injectManifest: {
    globPatterns: ['**/*.{js,css,html,svg,woff2}'],
    globIgnores: ['**/map*', '**/*maplibre*'],
    maximumFileSizeToCacheInBytes: 1_000_000,
  },
  manifest: {
    id: '/',
    name: 'Carewatch',
    short_name: 'Carewatch',
    description: 'Vital signs, alarms and care, live.',
    start_url: '/',
    display: 'standalone',
    background_color: '#f4f6f4',
    theme_color: '#f4f6f4',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
}
