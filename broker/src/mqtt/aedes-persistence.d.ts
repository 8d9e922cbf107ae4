/** Its own types speak of callbacks, and of an ES module, which version 11 is not. */
declare module 'aedes-persistence' {
  export default function memory(): object
}
