declare module 'aedes-persistence-redis' {
  export default function persistence(options: { conn: string }): { destroy: () => Promise<void> }
}
declare module 'mqemitter-redis' {
  export default function emitter(options: { connectionString: string }): unknown
}
