import { createServer } from 'node:net'

/** Lines held open and answered at once: nothing is understood, nothing is kept. */
createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {})
  socket.on('data', () => socket.write('IWBP00#'))
}).listen(Number(process.env.PORT), '127.0.0.1', 4_096, () => process.send?.('ready'))
