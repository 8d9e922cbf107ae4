import { Readable } from 'node:stream'

/** So long whoever reads a file may take for a part of it: then the line is thought dead, and its turn is somebody else's. */
const WITHIN_MS = 60_000

class NotRead extends Error {}

/** A stream of what is found, part by part, that breaks off where nobody reads on. */
export function readInTime(all: AsyncIterable<string>, withinMs = WITHIN_MS): Readable {
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    timer = setTimeout(() => stream.destroy(new NotRead('nobody reads on')), withinMs)
    timer.unref()
  }
  async function* parts(): AsyncGenerator<string> {
    for await (const part of all) {
      begin()
      yield part
      clearTimeout(timer)
    }
    // What is still on its way may stand still too.
    begin()
  }
  const stream: Readable = Readable.from(parts(), { objectMode: false })
  return stream.once('close', () => clearTimeout(timer))
}
