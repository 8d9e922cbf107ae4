/** What everybody who is signed in is given when their first screen stands, in one piece. */
export { BellList } from './BellList.tsx'
export { MenuDrawer } from './MenuDrawer.tsx'
export { Overlays } from './Overlays.tsx'
export { UserMenuList } from './UserMenuList.tsx'
