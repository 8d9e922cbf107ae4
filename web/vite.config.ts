import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import mantinePreset from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { ahead } from './build/ahead.ts'
import { ofSeveralHomes } from './build/homes.ts'
import { basemap } from './build/basemap.ts'
import { compiledMessages, messagesInPieces } from './build/compiled-messages.ts'
import { installable } from './build/installable.ts'
import { precompress } from './build/precompress.ts'
import { withoutJsonSchema } from './build/without-json-schema.ts'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:8080'
const vendor = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/
/**
 * What runs before the first screen is there, in one piece: a hundred small ones take longer to ask for. The page itself begins with a piece of
 * its own, whose name says which build it is (src/http/lost-code.ts).
 */
const start = /^(?!.*(?:web[\\/]src[\\/]main\.tsx|index\.html))/
/** Half a kilobyte each: what all that are drawn on two screens weigh is less than asking for them one by one. */
const icons = /node_modules[\\/]@tabler[\\/]icons-react[\\/]/
/** What is filled in: the first screen of nobody who is signed in. */
const fields =
  /node_modules[\\/](?:@mantine[\\/]form[\\/]|react-number-format|dayjs|@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:NumberInput|MultiSelect|Select|Textarea|Checkbox|TagsInput|Autocomplete|FileInput|FileButton|Stepper)[\\/])|web[\\/]src[\\/]ui[\\/]form[\\/](?:LookupField|use-endpoint-form)/
/** Forms alone, and heavy: however many forms there are. */
const ofForms =
  /node_modules[\\/](?:@mantine[\\/]dates|libphonenumber-js)[\\/]|web[\\/]src[\\/]ui[\\/]form[\\/](?!confirm|unsaved)/
/** Ours that several screens share: a few hundred bytes each. */
const own =
  /web[\\/]src[\\/](?:ui[\\/](?:page|figures|people|alarms)|vitals|i18n|live|session|http|companies)[\\/](?!lookups|LookupFilter|BranchFilter|InvitationMade)/
/** All that the first page of somebody who is not signed in is made of, and so the fields of no other form. */
const signIn = /web[\\/]src[\\/]features[\\/]sign-in[\\/](?:AuthPage|SignInPage)/
/** With all that it draws by: whoever is signed in has it, and forty files less. */
const shell = /web\/src\/shell\/Shell\.tsx$/
/** What both pages begin with: whoever is not signed in has no use for the rest of the shell. */
const both = new RegExp(
  [
    String.raw`@mantine/core/esm/components/(?:ActionIcon|Anchor|CloseButton|Input|InputBase|TextInput|PasswordInput)/`,
    String.raw`@mantine/core/esm/.*/(?:to-int|find-element-in-shadow-dom)\.mjs`,
    String.raw`@mantine/hooks/esm/use-(?:id|uncontrolled|merged-ref|window-event|disclosure|callback-ref)/`,
    String.raw`web/src/(?:shell/(?:LanguageButton|Logo)|ui/(?:controls/LinkText|page/Notice))\.tsx`,
  ].join('|'),
)
/** Where a family lands, and where those who care do: with all that they draw by, and nothing of other screens. */
const family = /web\/src\/routes\/_shell\/user\/overview\.tsx/
const office = /web\/src\/routes\/_shell\/admin\/dashboard\.tsx/
const ward = /web\/src\/routes\/_shell\/admin\/ward\.tsx/
const snacks = /web\/src\/shell\/SnackList\.tsx/
/** What everybody who is signed in is given when their first screen stands. */
const afterwards = /web\/src\/shell\/afterwards\.ts$/
const map = /node_modules[\\/](?:maplibre-gl|pmtiles|@maplibre)[\\/]/

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // What a screen asks for comes with it: with the first one, that of all others would have to come.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    compiledMessages(),
    messagesInPieces(),
    withoutJsonSchema(),
    basemap(),
    VitePWA(installable),
    ahead(),
    precompress(),
  ],
  css: { postcss: { plugins: [mantinePreset()] } },
  assetsInclude: ['**/*.pmtiles'],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: vendor },
            { name: 'map', test: map },
            { name: 'start', tags: ['$initial'], test: start },
            { name: 'both', test: both },
            { name: 'shell', test: shell },
            { name: 'signIn', test: signIn },
            { name: ofSeveralHomes() },
            { name: 'today', test: family },
            { name: 'office', test: office },
            { name: 'ward', test: ward },
            { name: 'snacks', test: snacks },
            { name: 'later', test: afterwards },
            { name: 'common', test: (id) => !fields.test(id) && !ofForms.test(id), minShareCount: 50 },
            { name: 'fields', test: fields },
            { name: 'icons', test: icons, minShareCount: 2 },
            { name: 'parts', test: own, minShareCount: 4 },
            { name: 'calls', test: /contracts[\\/]src[\\/]/, minShareCount: 6 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // xfwd: the api counts sign-ins by the address they come from.
    proxy: { '/api': { target: api, ws: true, xfwd: true }, '/mqtt': { target: api, ws: true, xfwd: true } },
  },
})
