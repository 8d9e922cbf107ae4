/** The same readings as lines or as figures. */
export const graphViews = ['graph', 'table'] as const
export type GraphView = (typeof graphViews)[number]
