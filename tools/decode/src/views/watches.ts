import type { View } from '../view.ts'
import { owntracksView } from './owntracks.ts'
import { pendantEviewView } from './pendant-eview.ts'
import { b2316View, minifinderView, pt60View, thinkraceView, wristbandView } from './small-watches.ts'
import { watch3gView } from './watch-3g.ts'
import { watchIwView } from './watch-iw.ts'
import { watchWonlexView } from './watch-wonlex.ts'

/** Watches, pendants and phones. */
export const watchViews: Record<string, View> = {
  'watch-iw': watchIwView,
  'watch-3g': watch3gView,
  'watch-wonlex-json': watchWonlexView,
  'pendant-eview': pendantEviewView,
  'pendant-minifinder-text': minifinderView,
  'watch-pt60': pt60View,
  'watch-wristband': wristbandView,
  'watch-b2316-json': b2316View,
  'watch-thinkrace-binary': thinkraceView,
  owntracks: owntracksView,
}
